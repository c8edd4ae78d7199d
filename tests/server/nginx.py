"""A real nginx of Debian's package, with its nginx.conf as shipped and ours, on loopback in front of servers."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAM = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
SHIPPED = Path("/etc/nginx/nginx.conf")
OURS = Path(__file__).parents[2] / "deploy" / "nginx" / "parlor.conf"
HOST = "parlor.example.org"
PATIENCE = 10.0
# Whoever comes from this machine may say what their address is, so that one machine is many visitors; and what would be
# written elsewhere is written into the folder of the tests.
TESTED = """
set_real_ip_from 127.0.0.1;
real_ip_header X-Tested-As;
client_body_temp_path {folder}/body;
proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/fastcgi;
scgi_temp_path {folder}/scgi;
uwsgi_temp_path {folder}/uwsgi;
"""


class Nginx:
    """An nginx that speaks TLS for servers."""

    def __init__(self, folder: Path, servers: Sequence[str]) -> None:
        self.folder = folder
        self.plain, self.port = free_port(), free_port()
        self.url = f"https://{HOST}:{self.port}"
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        make_certificate(certificate, key)
        self.trusting = ssl.create_default_context(cafile=str(certificate))
        conf = folder / "conf.d"
        conf.mkdir()
        (conf / "0-tested.conf").write_text(TESTED.format(folder=folder))
        ours = OURS.read_text()
        for written, tested in {
            "listen 80;": f"listen 127.0.0.1:{self.plain};",
            "listen [::]:80;": "",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.port} ssl http2;",
            "listen [::]:443 ssl http2;": "",
            "/etc/ssl/parlor/fullchain.pem": str(certificate),
            "/etc/ssl/parlor/privkey.pem": str(key),
            "    server 127.0.0.1:8080 max_fails=1 fail_timeout=2s;\n": "".join(
                f"    server {server} max_fails=1 fail_timeout=2s;\n" for server in servers
            ),
        }.items():
            assert ours.count(written) == 1, written
            ours = ours.replace(written, tested)
        (conf / "parlor.conf").write_text(ours)
        main = SHIPPED.read_text()
        for written, tested in {
            "user www-data;": f"user {pwd.getpwuid(os.geteuid()).pw_name};",
            "pid /run/nginx.pid;": f"pid {folder}/pid;",
            "/etc/nginx/conf.d/*.conf": f"{conf}/*.conf",
            "include /etc/nginx/sites-enabled/*;": "",
            "/var/log/nginx/": f"{folder}/",
        }.items():
            assert written in main, written
            main = main.replace(written, tested)
        (folder / "nginx.conf").write_text(main)
        assert PROGRAM is not None
        self.command = [PROGRAM, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]
        self.process = subprocess.Popen([*self.command, "-g", "daemon off;"])
        until = time.monotonic() + PATIENCE
        while not _answers(self.port):
            assert self.process.poll() is None, self.log
            assert time.monotonic() < until, self.log
            time.sleep(0.01)

    @property
    def log(self) -> str:
        return (self.folder / "error.log").read_text()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)


def make_certificate(certificate: Path, key: Path) -> None:
    """A certificate that vouches for itself."""
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "2", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}"]
    done = subprocess.run(
        [*command, "-keyout", str(key), "-out", str(certificate)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def nginx(servers: Sequence[str]) -> Iterator[Nginx]:
    """An nginx that is gone at the end; without Debian's package the tests fail."""
    if PROGRAM is None or not SHIPPED.exists():
        pytest.fail("nginx is missing: install Debian's package nginx-light.")
    folder = Path(tempfile.mkdtemp(prefix="parlor-nginx"))
    found = None
    try:
        found = Nginx(folder, servers)
        yield found
    finally:
        if found is not None:
            found.stop()
        shutil.rmtree(folder)
