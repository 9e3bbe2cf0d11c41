import { catalogue } from "./language";

/** The lesson: its card and its pointer. */
export const words = catalogue("lesson", {
  lesson: "Lesson",
  theEnd: "The end",
  task: (number: number, of: number) => `Task ${number} of ${of}`,
  taskPage: (number: number, of: number, page: number, pages: number) =>
    `Task ${number} of ${of} · page ${page} of ${pages}`,
  progress: "Progress through the lesson",
  notThat: (title: string) => `Not that: ${title}`,
  watch: "Watch the map and the dice. Press a key, click or tap to skip.",
  next: "Next",
  showMe: "Show me",
  doIt: "Do it for me",
  showMeDoc: "Press N to point at it, then Enter to do it.",
  goOn: "Continue this game",
  fresh: "Start a fresh game",
  nextLesson: (title: string) => `Next lesson: ${title}`,
  readAgain: "Read again",
  undo: "Undo",
  leaveSure: "Leave the lesson",
  stay: "Stay",
  leave: "Leave",
  clickHere: "Click here",
  tapHere: "Tap here",
});
