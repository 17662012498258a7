/* SPDX-FileCopyrightText: 2026 The parallel_pool authors
   SPDX-License-Identifier: MIT
   Hides the pictures of the gallery that the reader did not ask for. */

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
