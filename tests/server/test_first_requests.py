"""The first requests of a server may come at once."""

import subprocess
import sys

# Forms that nothing has been read into before, each of another, and threads that change places as often as they can.
# Where msgspec finds out what forms are made of in two threads at once, the process dies in most runs of this.
AT_ONCE = """
import sys, threading
import msgspec
from mamayev.server.app import create_app
forms = []
for number in range(300):
    inner = msgspec.defstruct(f"Inner{number}", [(f"a{k}", int) for k in range(8)], module="mamayev.engine.scene")
    outer = [("inner", list[inner])] + [(f"b{k}", str, "") for k in range(8)]
    forms.append(msgspec.defstruct(f"Outer{number}", outer, module="mamayev.engine.scene"))
create_app("sqlite://")
sys.setswitchinterval(1e-6)
gate, read = threading.Barrier(4), []
text = b'{"inner": [{' + b", ".join(b'"a%d": 1' % k for k in range(8)) + b"}]}"
def first():
    for form in forms:
        gate.wait()
        read.append(msgspec.json.decode(text, type=form))
threads = [threading.Thread(target=first) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(read))
"""


def test_forms_that_many_threads_read_into_at_once_for_the_first_time() -> None:
    done = subprocess.run([sys.executable, "-c", AT_ONCE], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "1200\n"), done.stderr
