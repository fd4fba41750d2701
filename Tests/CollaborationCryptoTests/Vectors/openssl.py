"""Calls of the `openssl` command line, version 1.1.1 or later."""

import os
import subprocess
import tempfile

from encodings_of_p256 import private_key_der, spki

OPENSSL = os.environ.get("OPENSSL", "openssl")

def run(arguments, data=b""):
    return subprocess.run([OPENSSL, *arguments], input=data, capture_output=True)

def version():
    return run(["version"]).stdout.decode().split(" (")[0].strip()

def public_key(private, form="uncompressed"):
    """The subject public key info that OpenSSL derives from a private scalar."""
    arguments = ["ec", "-inform", "DER", "-pubout", "-outform", "DER", "-conv_form", form]
    result = run(arguments, private_key_der(private))
    assert result.returncode == 0, result.stderr
    return result.stdout

def sign(private, message):
    with tempfile.TemporaryDirectory() as folder:
        key = os.path.join(folder, "key.der")
        with open(key, "wb") as file:
            file.write(private_key_der(private))
        result = run(["dgst", "-sha256", "-keyform", "DER", "-sign", key], message)
    assert result.returncode == 0, result.stderr
    return result.stdout

def accepts_key(subject_public_key_info):
    arguments = ["pkey", "-pubin", "-inform", "DER", "-pubcheck", "-noout"]
    return run(arguments, subject_public_key_info).returncode == 0

def accepts_signature(x963_key, digest, signature):
    with tempfile.TemporaryDirectory() as folder:
        names = [os.path.join(folder, name) for name in ("key.der", "digest", "signature")]
        for name, content in zip(names, (spki(x963_key), digest, signature)):
            with open(name, "wb") as file:
                file.write(content)
        key, hashed, signed = names
        return run(
            ["pkeyutl", "-verify", "-pubin", "-keyform", "DER", "-inkey", key, "-in", hashed, "-sigfile", signed]
        ).returncode == 0
