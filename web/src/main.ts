import "@fontsource/barlow-condensed/latin-500.css";
import "@fontsource/barlow-condensed/latin-600.css";
import "@fontsource/barlow-condensed/latin-700.css";
import "@fontsource/source-sans-3/latin-400.css";
import "@fontsource/source-sans-3/latin-600.css";
import "@fontsource/source-serif-4/latin-400-italic.css";
import "@fontsource/source-serif-4/latin-600.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { atALink } from "./house/mark";
import "./palette.css";
import "./base.css";
import "./kit/layout.css";
import { guardPresses } from "./presses";
import { settings } from "./settings.svelte";
import { words } from "./words/app";
import { language, speak } from "./words/language";

// The back end takes seconds to load, so it starts before the page.
if (atALink()) void import("./house/begin").then(({ begin }) => begin());

guardPresses();

// A part of the page that is loaded when it is needed is missing without a connection, and after an update of the server.
window.addEventListener("vite:preloadError", ({ payload }) => (payload.message = words.partNotLoaded));

void speak([settings.language, ...navigator.languages]).finally(() => {
  document.documentElement.lang = language();
  mount(App, { target: document.getElementById("app")! });
});
