/** Where bots think: Python in a worker beside the back end's. It receives `Question` and sends `Found`. */
import type { Found, Question } from "./messages";
import { begun } from "./python";

interface Thoughts {
  think(question: string, told: (share: number) => void): string;
  advise(question: string, told: (share: number) => void): string;
  look_back(question: string, told: (share: number) => void, heard: (found: string) => void): string;
}

const BEGIN = `
from mamayev.server import thoughts
thoughts
`;

const tell = (found: Found): void => postMessage(found);
let thoughts: Thoughts;

const toldOf = (share: number): void => tell({ kind: "share", share });
const heardOf = (found: string): void => tell({ kind: "part", found });

async function hear(question: Question): Promise<void> {
  if (question.kind === "open") {
    const python = await begun(new URL(question.base), question.runtime, () => undefined);
    thoughts = (await python.runPythonAsync(BEGIN)) as Thoughts;
    tell({ kind: "ready" });
  } else if (question.kind === "think") tell({ kind: "found", found: thoughts.think(question.question, toldOf) });
  else if (question.kind === "review")
    tell({ kind: "found", found: thoughts.look_back(question.question, toldOf, heardOf) });
  else tell({ kind: "found", found: thoughts.advise(question.question, toldOf) });
}

addEventListener("message", (event: MessageEvent<Question>) => {
  void hear(event.data).catch((error: unknown) => {
    console.error(error);
    tell({ kind: "failed" });
  });
});
