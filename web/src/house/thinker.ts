/** Where bots think: Python in a worker beside the back end's. It receives `Question` and sends `Found`. */
import { cores, Crew } from "./crew";
import type { Found, Question, Rolled } from "./messages";
import { begun } from "./python";

/** A function of Python, also if it waits for a promise. */
interface Waiting<Given extends unknown[], Answer> {
  (...given: Given): Answer;
  callPromising(...given: Given): Promise<Answer>;
}
type Told = (share: number) => void;

interface Thoughts {
  /** Whether this browser lets Python wait for a promise. */
  waits: boolean;
  share(crew: Crew, cores: number): void;
  think: Waiting<[question: string, told: Told], string>;
  advise: Waiting<[question: string, told: Told], string>;
  look_back: Waiting<[question: string, told: Told, heard: (found: string) => void], string>;
  rolled(root: Uint8Array, jobs: Uint8Array): number[];
}

const BEGIN = `
from types import SimpleNamespace
from pyodide.ffi import can_run_sync, run_sync, to_js
from mamayev.server import thoughts, workers

SimpleNamespace(
    waits=can_run_sync(),
    share=lambda crew, cores: workers.share(crew, run_sync, to_js, cores),
    think=thoughts.think,
    advise=thoughts.advise,
    look_back=thoughts.look_back,
    rolled=lambda root, jobs: to_js(workers.rolled(root.to_bytes(), jobs.to_bytes())),
)
`;

const tell = (found: Found | Rolled): void => postMessage(found);
let thoughts: Thoughts;

const toldOf = (share: number): void => tell({ kind: "share", share });
const heardOf = (found: string): void => tell({ kind: "part", found });

/** Call a function of Python, which may wait for other workers. */
const called = async <Given extends unknown[]>(work: Waiting<Given, string>, ...given: Given): Promise<void> =>
  tell({ kind: "found", found: await (thoughts.waits ? work.callPromising(...given) : work(...given)) });

async function hear(question: Question): Promise<void> {
  if (question.kind === "open") {
    const { base, runtime, helps } = question;
    const python = await begun(new URL(base), runtime, () => undefined);
    thoughts = (await python.runPythonAsync(BEGIN)) as Thoughts;
    if (thoughts.waits && !helps) thoughts.share(new Crew(location.href, base, runtime), cores());
    tell({ kind: "ready" });
  } else if (question.kind === "roll") tell({ kind: "rolled", found: thoughts.rolled(question.root, question.jobs) });
  else if (question.kind === "think") await called(thoughts.think, question.question, toldOf);
  else if (question.kind === "review") await called(thoughts.look_back, question.question, toldOf, heardOf);
  else await called(thoughts.advise, question.question, toldOf);
}

addEventListener("message", (event: MessageEvent<Question>) => {
  void hear(event.data).catch((error: unknown) => {
    console.error(error);
    tell({ kind: "failed" });
  });
});
