// node pack.mjs PYODIDE FOLDER: Pyodide compiles what lies in the zips of a folder, as pack.py says.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { join } from "node:path";

const [runtime, folder] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(runtime, "pyodide.mjs")).href);
// Code that knows its lines and not its columns is a sixth smaller.
const python = await loadPyodide({ indexURL: runtime, env: { PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/packs", folder);
python.runPython(readFileSync(fileURLToPath(new URL("pack.py", import.meta.url)), "utf8"));
const pack = python.globals.get("pack");
for (const name of readdirSync(folder).filter((one) => one.endsWith(".zip"))) {
  // Docstrings of ours are read by the program; those of others are not.
  pack(`/packs/${name}`, `/packs/${name}.packed`, name === "table.zip" ? 0 : 2);
}
