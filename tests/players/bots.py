"""Programs that play, well and badly, for the tests of the door for bots: python -m tests.players.bots KIND"""

from __future__ import annotations

import json
import sys
import time


def main(kind: str) -> None:
    for line in sys.stdin:
        order = json.loads(line)
        if order["cmd"] == "hello":
            assert order["title"] and order["board"]["places"]
        elif order["cmd"] == "now":
            print(json.dumps({"action": "stay"}), flush=True)
        elif kind == "sleeper":
            continue
        elif kind == "mute":
            time.sleep(60)
        elif kind == "dead":
            sys.exit(3)
        elif kind == "babble":
            print("what?", flush=True)
        elif kind == "cheat":
            print(json.dumps({"action": "die 6"}), flush=True)
        else:
            print(json.dumps({"progress": 0.5, "text": "hm"}), flush=True)
            print(json.dumps({"action": order["legal"][0], "why": "the first will do"}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
