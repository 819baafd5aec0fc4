// Runs a script in Pyodide, with a folder of this machine at /host.
//
// node tools/precompile.mjs PYODIDE SCRIPT FOLDER
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

const [pyodide, script, folder] = argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
// The order of sets would change what is written.
const python = await loadPyodide({ indexURL: pyodide, env: { PYTHONHASHSEED: '0' } });
python.mountNodeFS('/host', folder);
python.runPython(readFileSync(script, 'utf8'), { filename: script });
