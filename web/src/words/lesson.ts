import { catalogue } from "./language";

/** The lesson: its card and its pointer. */
export const words = catalogue("lesson", {
  lesson: "Lesson",
  theEnd: "The end",
  task: (number: number, of: number) => `Task ${number} of ${of}`,
  taskPage: (number: number, of: number, page: number, pages: number) =>
    `Task ${number} of ${of} · page ${page} of ${pages}`,
  progress: "How far the lesson has come",
  notThat: (title: string) => `Not that: ${title}`,
  watch: "Watch the map and the dice. A key, a click or a tap skips to the end.",
  next: "Next",
  showMe: "Show me",
  doIt: "Do it for me",
  showMeDoc: "N points at it, Enter then does it.",
  goOn: "Go on with this game",
  fresh: "Start a fresh game",
  readAgain: "Read again",
  undo: "Undo",
  leaveSure: "Yes, leave it and play on",
  stay: "Stay",
  leave: "Leave",
  clickHere: "Click here",
  tapHere: "Tap here",
});
