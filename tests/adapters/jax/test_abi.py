# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""The structs of src/jax/xla_ffi.h lie in memory as those of the header that jaxlib ships."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

jax = pytest.importorskip("jax", reason="needs JAX: `make test-adapters`")

SOURCE = Path(__file__).parents[3] / "src" / "jax"
# Our struct, XLA's; our fields whose names differ from XLA's.
STRUCTS = {
    # Newer headers have another name for it.
    "Extension": ("std::remove_pointer_t<decltype(XLA_FFI_CallFrame::extension_start)>", {}),
    "ApiVersion": ("XLA_FFI_Api_Version", {}),
    "Metadata": ("XLA_FFI_Metadata", {}),
    "MetadataExtension": ("XLA_FFI_Metadata_Extension", {}),
    "ErrorCreateArgs": ("XLA_FFI_Error_Create_Args", {}),
    "StreamArgs": ("XLA_FFI_Stream_Get_Args", {}),
    "RunIdArgs": ("XLA_FFI_RunId_Get_Args", {}),
    "Api": (
        "XLA_FFI_Api",
        {
            "create_error": "XLA_FFI_Error_Create",
            "get_stream": "XLA_FFI_Stream_Get",
            "get_run_id": "XLA_FFI_RunId_Get",
        },
    ),
    "Buffer": ("XLA_FFI_Buffer", {}),
    "Values": ("XLA_FFI_Args", {"values": "args"}),
    "Scalar": ("XLA_FFI_Scalar", {}),
    "ByteSpan": ("XLA_FFI_ByteSpan", {}),
    "Attributes": ("XLA_FFI_Attrs", {}),
    "CallFrame": ("XLA_FFI_CallFrame", {}),
}


def checks() -> list[str]:
    """An assertion for each field and each constant of our header."""
    header = (SOURCE / "xla_ffi.h").read_text()
    out = []
    for name, body in re.findall(r"^struct (\w+) \{(.*?)^\};", header, re.MULTILINE | re.DOTALL):
        theirs, renamed = STRUCTS[name]
        plain = re.sub(r"static constexpr.*|//.*", "", body)
        fields = re.findall(r"(?:\(\*(\w+)\)\([^;]*\)|(\w+));", plain)
        assert len(fields) == len(re.findall(r"(?<!\]);", plain)), name
        for field in (a or b for a, b in fields):
            other = renamed.get(field, field)
            out.append(f"offsetof(pp::xla::{name}, {field}) == offsetof({theirs}, {other})")
            ours, xla = f"pp::xla::{name}::{field}", f"{theirs}::{other}"
            out.append(f"sizeof({ours}) == sizeof({xla})")
    for kind, value in re.findall(r"  k([A-Z]+\d*) = (\d+),", header):
        out.append(f"XLA_FFI_DataType_{kind.upper()} == {value}")
    for kind, value in re.findall(r"  k(Pred) = (\d+),", header):
        out.append(f"XLA_FFI_DataType_{kind.upper()} == {value}")
    return [
        *out,
        "sizeof(XLA_FFI_Rets) == sizeof(pp::xla::Values)",
        "offsetof(XLA_FFI_Rets, rets) == offsetof(pp::xla::Values, values)",
        "int(pp::xla::ErrorCode::kInvalidArgument) == XLA_FFI_Error_Code_INVALID_ARGUMENT",
        "int(pp::xla::ErrorCode::kFailedPrecondition) == XLA_FFI_Error_Code_FAILED_PRECONDITION",
        "int(pp::xla::ErrorCode::kAborted) == XLA_FFI_Error_Code_ABORTED",
        "pp::xla::CallFrame::kExecute == XLA_FFI_ExecutionStage_EXECUTE",
        "pp::xla::Attributes::kScalar == XLA_FFI_AttrType_SCALAR",
        "pp::xla::Extension::kMetadata == XLA_FFI_Extension_Metadata",
    ]


def test_layouts(tmp_path: Path) -> None:
    compiler = shutil.which("c++")
    assert compiler is not None, "needs a C++ compiler"
    asserted = checks()
    assert len(asserted) > 100
    headers = (f'"{SOURCE}/xla_ffi.h"', '"xla/ffi/api/c_api.h"', "<type_traits>")
    lines = [f"#include {header}" for header in headers]
    lines += [f"static_assert({check});" for check in asserted]
    source = tmp_path / "layouts.cpp"
    source.write_text("\n".join(lines) + "\n")
    command = [compiler, "-std=c++20", "-fsyntax-only", "-Wno-invalid-offsetof"]
    command += [f"-I{jax.ffi.include_dir()}", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
