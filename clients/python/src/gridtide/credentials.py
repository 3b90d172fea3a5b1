"""Finds the server's address and the key: an argument, the environment, a file. There is no keyring."""

from __future__ import annotations

import os
import stat
import warnings
from pathlib import Path

from .errors import GridtideError

URL_VARIABLE = "GRIDTIDE_URL"
KEY_VARIABLE = "GRIDTIDE_KEY"
FILE_VARIABLE = "GRIDTIDE_KEY_FILE"


def find_url(url: str | None) -> str:
    found = url if url is not None else os.environ.get(URL_VARIABLE)
    if not found:
        raise GridtideError(f"no server: give url, or set {URL_VARIABLE}")
    return found.rstrip("/")


def find_key(key: str | None, key_file: str | os.PathLike[str] | None) -> str | None:
    """The key, or None if none is given and no usual file exists."""
    if key is not None:
        return key
    if key_file is not None:
        return _read(Path(key_file))
    if os.environ.get(KEY_VARIABLE):
        return os.environ[KEY_VARIABLE]
    if os.environ.get(FILE_VARIABLE):
        return _read(Path(os.environ[FILE_VARIABLE]))
    usual = usual_file()
    return _read(usual) if usual.is_file() else None


def usual_file() -> Path:
    """The file that is read if nothing else names a key."""
    folder = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(folder) / "gridtide" / "key"


def _read(path: Path) -> str:
    try:
        text = path.read_text("utf-8").strip()
    except OSError as error:
        raise GridtideError(f"the key file {path} cannot be read: {error.strerror}") from error
    if not text:
        raise GridtideError(f"the key file {path} is empty")
    if os.name == "posix" and path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        warnings.warn(f"other users can read the key file {path}: chmod 600 {path}", stacklevel=4)
    return text
