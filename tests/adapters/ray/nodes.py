# SPDX-FileCopyrightText: 2026 The parallel_pool authors
# SPDX-License-Identifier: MIT
"""A cluster of Ray with nodes that have network addresses of their own, on this machine.

Ray takes all nodes with the loopback address for one node. So each node lives in a network
namespace, and a pair of virtual network devices connects it with the first one's.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).parents[3]
TOOLS = ("ip", "nsenter", "unshare")
RAY = [sys.executable, "-c", "from ray.scripts.scripts import main; main()"]
PORT = 6379
SETTINGS = {
    "RAY_USAGE_STATS_ENABLED": "0",
    # A dead node refuses connections and is found after some checks; one that is busy or stopped
    # may take its time to answer each of them.
    "RAY_health_check_initial_delay_ms": "500",
    "RAY_health_check_period_ms": "500",
    "RAY_health_check_timeout_ms": "60000",
    "RAY_health_check_failure_threshold": "4",
    # Each driver would start processes on all nodes ahead of need.
    "RAY_prestart_worker_first_driver": "0",
}


def why_not() -> str:
    """Why there can be no network namespaces here; empty if there can."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        return f"needs {', '.join(missing)}"
    tried = subprocess.run(
        ["unshare", "--net", "true"], capture_output=True, text=True, check=False
    )
    return "" if tried.returncode == 0 else f"no network namespaces: {tried.stderr.strip()}"


def direct() -> dict[str, str]:
    """The environment variables, without proxies, which namespaces do not reach, and tokens."""
    own = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    return own | {"RAY_AUTH_MODE": "disabled"}


class Namespace:
    """A network namespace; it ends with the process that holds it."""

    def __init__(self) -> None:
        self._holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        end = time.monotonic() + 30
        while os.readlink(self._link) == os.readlink("/proc/self/ns/net"):
            assert time.monotonic() < end
            time.sleep(0.01)

    @property
    def _link(self) -> str:
        return f"/proc/{self.pid}/ns/net"

    @property
    def pid(self) -> int:
        """Of the process that holds it."""
        return self._holder.pid

    def command(self, *args: str) -> list[str]:
        """The command line that runs a command within it."""
        return ["nsenter", "-t", str(self.pid), "-n", *args]

    def address(self, device: str, address: str) -> None:
        """Gives one of its devices an address, and starts it."""
        for args in (
            ("addr", "add", f"{address}/24", "dev", device),
            ("link", "set", device, "up"),
            ("link", "set", "lo", "up"),
        ):
            subprocess.run(self.command("ip", *args), check=True)

    def send(self, number: signal.Signals) -> None:
        """Sends all processes that run within it a signal, but for the one that holds it."""
        own = os.readlink(self._link)
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if os.readlink(folder / "ns/net") == own and int(folder.name) != self.pid:
                    os.kill(int(folder.name), number)

    def close(self) -> None:
        """Ends it and all that runs within it."""
        self.send(signal.SIGKILL)
        self._holder.kill()
        self._holder.wait()


class Node:
    """A node of Ray in a namespace."""

    def __init__(
        self, namespace: Namespace, address: str, temp: Path, path: Path | None, *args: str
    ) -> None:
        self.address = address
        self._namespace = namespace
        self._log = temp / f"{address}.log"
        env = direct() | SETTINGS
        if path is not None:
            env["PYTHONPATH"] = f"{path}:{env.get('PYTHONPATH', '')}"
        options = [f"--node-ip-address={address}", "--num-cpus=3", "--block"]
        command = namespace.command(*RAY, "start", *options, "--include-log-monitor=false", *args)
        # On busy CPUs a node may not be ready within the 30 seconds that Ray gives it.
        for _ in range(5):
            with self._log.open("w") as log:
                self._process = subprocess.Popen(command, stdout=log, stderr=log, env=env)
            if self._has_started():
                return
            self.kill()
        raise AssertionError(self._log.read_text())

    def _has_started(self) -> bool:
        """Waits until it runs, or has failed to."""
        end = time.monotonic() + 90
        while time.monotonic() < end and self._process.poll() is None:
            shown = self._log.read_text()
            if "Ray runtime started" in shown or "timed out during startup" in shown:
                return "Ray runtime started" in shown
            time.sleep(0.1)
        return False

    def kill(self) -> None:
        """Ends all of its processes at once, as the end of a machine would."""
        self.send(signal.SIGKILL)
        self._process.wait()

    def send(self, number: signal.Signals) -> None:
        """Sends all of its processes a signal."""
        self._namespace.send(number)


class Cluster:
    """A head node, and nodes that can be added and killed."""

    def __init__(self, path: Path) -> None:
        """Starts the head node, whose Python also sees the folder `path`."""
        self._temp = Path(tempfile.mkdtemp(prefix="pp", dir="/tmp"))  # short: it holds sockets
        self._path = path
        self._namespaces = [Namespace()]
        self._nodes: list[Node] = []
        self._head = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for node in self._nodes:
            node.kill()
        for namespace in self._namespaces:
            namespace.close()
        shutil.rmtree(self._temp, ignore_errors=True)

    def add(self, *more: str) -> Node:
        """Adds a node, with more options; with the first one the head node starts."""
        number = len(self._namespaces)
        head, own = self._namespaces[0], Namespace()
        self._namespaces.append(own)
        cable = ["link", "add", f"n{number}", "netns", str(head.pid), "type", "veth"]
        subprocess.run(["ip", *cable, "peer", "name", "n0", "netns", str(own.pid)], check=True)
        head.address(f"n{number}", f"10.77.{number}.1")
        own.address("n0", f"10.77.{number}.2")
        if not self._nodes:
            self._head = f"10.77.{number}.1"
            options = ("--head", f"--port={PORT}", "--include-dashboard=false", "--no-monitor")
            options += (f"--temp-dir={self._temp}", "--object-store-memory=100000000")
            self._nodes.append(Node(head, self._head, self._temp, self._path, *options))
        else:
            route = ("ip", "route", "add", self._head, "via", f"10.77.{number}.1")
            subprocess.run(own.command(*route), check=True)
        options = (f"--address={self._head}:{PORT}", "--object-store-memory=100000000")
        node = Node(own, f"10.77.{number}.2", self._temp, None, *options, *more)
        self._nodes.append(node)
        return node

    def drive(self, code: str) -> subprocess.Popen[str]:
        """A driver on the head node; `head` is its address."""
        start = f"""
import os, sys, warnings
sys.path[:0] = [{str(ROOT)!r}, {str(self._path)!r}]
import numpy as np, ray, parallel_pool.ray
from parallel_pool.testing import assert_same
head = {self._head!r}
def say(*words):
    print(">", *words, flush=True)
ray.init(address=head + ":{PORT}", _node_ip_address=head, log_to_driver=False)
"""
        return subprocess.Popen(
            self._namespaces[0].command(sys.executable, "-c", start + code),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=direct(),
        )


def finish(process: subprocess.Popen[str]) -> list[str]:
    """Waits for a driver; what it said."""
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return [line[2:] for line in out.splitlines() if line.startswith("> ")]


def line_of(process: subprocess.Popen[str]) -> str:
    """What a driver says next."""
    stream: Any = process.stdout
    while True:
        line: str = stream.readline()
        assert line, finish(process)
        if line.startswith("> "):
            return line[2:].strip()
