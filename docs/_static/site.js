/* SPDX-FileCopyrightText: 2026 The parallel_pool authors
   SPDX-License-Identifier: MIT
   Hides the pictures of the gallery that the reader did not ask for, and gives the cells of wide
   tables the names of their columns, for narrow screens. */

document.addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector(".filters");
  if (!form) return;
  const figures = [...document.querySelectorAll(".filtered figure")];

  function fits(figure, name, wanted) {
    if (!wanted) return true;
    const has = figure.dataset[name];
    return name === "name" ? has.includes(wanted.toLowerCase()) : has.split("|").includes(wanted);
  }

  function show() {
    const wanted = [...new FormData(form)];
    let count = 0;
    for (const figure of figures) {
      figure.hidden = !wanted.every(([name, value]) => fits(figure, name, value));
      count += !figure.hidden;
    }
    form.querySelector("output").textContent = `${count} of ${figures.length} pictures`;
  }

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
});

document.addEventListener("DOMContentLoaded", () => {
  const narrow = matchMedia("(max-width: 46em)");
  const wrappers = [...document.querySelectorAll(".table-wrapper")];

  for (const wrapper of wrappers) {
    const heads = [...wrapper.querySelectorAll("thead th")].map((head) => head.textContent.trim());
    for (const row of wrapper.querySelectorAll("tbody tr")) {
      [...row.children].forEach((cell, i) => (cell.dataset.head = heads[i] || ""));
    }
  }

  function fit() {
    for (const wrapper of wrappers) {
      const table = wrapper.querySelector("table");
      table.classList.remove("stacked");
      const wide = wrapper.scrollWidth > wrapper.clientWidth + 1;
      table.classList.toggle("stacked", narrow.matches && wide);
    }
  }

  narrow.addEventListener("change", fit);
  fit();
});
