// Random play in WebAssembly: our games and the peers of bench/peers.py, round by round, by Pyodide under node.
//
//     npm install --prefix .cache/wasm pyodide@314.0.7
//     pip download msgspec --no-deps --only-binary=:all: --platform pyemscripten_2026_0_wasm32 --python-version 3.14 \
//         -d .cache/wasm
//     pip install --no-deps --target .cache/wasm/peers chess catanatron networkx
//     node bench/wasm.mjs .cache/wasm
//
// Prints JSON: the medians over the rounds, as bench/peers.py does natively. Not part of `make bench`.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2] ?? ".cache/wasm");
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "node_modules/pyodide/pyodide.mjs")).href);
const python = await loadPyodide();

const wheel = readdirSync(folder).find((name) => name.startsWith("msgspec"));
if (wheel === undefined) throw new Error(`${folder} holds no wheel of msgspec: see the beginning of this file.`);
python.unpackArchive(new Uint8Array(readFileSync(path.join(folder, wheel))), "wheel");
for (const [at, there] of [
  ["/src", path.resolve(import.meta.dirname, "../src")],
  ["/bench", import.meta.dirname],
  ["/peers", path.join(folder, "peers")],
]) {
  python.FS.mkdirTree(at);
  python.mountNodeFS(at, there);
}

// Nothing is installed here, so that the games are found by their modules.
console.log(
  python.runPython(`
import json, sys
from importlib import import_module

sys.path[:0] = ["/src", "/bench"]
sys.path.append("/peers")
GAMES = ["barbarossa", "cauldron", "donnerschlag", "inferno"]
import peers
peers.names = lambda: GAMES
peers.find = lambda name: import_module(f"mamayev.games.{name}").GAME
json.dumps(peers.rounds(), indent=2)
`),
);
