import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { iconsOfSets } from "./icons.ts";

const WORKERS = ["service", "notices"];

export default defineConfig({
  plugins: [svelte({ configFile: false }), iconsOfSets()],
  base: "./",
  // The package exports all its symbols in one; its parts are reached by their paths (see src/board/counters/symbols.ts).
  resolve: {
    alias: { "milsymbol/src": "/node_modules/milsymbol/src" },
    // Tests mount components as the browser does; left to itself vitest takes those for the server.
    ...(process.env.VITEST ? { conditions: ["browser"] } : {}),
  },
  // A worker may begin another one.
  worker: { format: "es" },
  build: {
    outDir: "../src/mamayev/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ["index.html", "src/house/service.ts", "src/seats/notices.ts"],
      // A service worker serves the folder that it is in, and keeps its name.
      output: {
        entryFileNames: ({ name }) => (WORKERS.includes(name) ? `${name}.js` : "assets/[name]-[hash].js"),
        // One worker loads the other into its scope, where the short names of both would be the same variables.
        banner: ({ name }) => (WORKERS.includes(name) ? "(() => {" : ""),
        footer: ({ name }) => (WORKERS.includes(name) ? "})();" : ""),
      },
    },
    license: { fileName: "licences.md" },
  },
  test: {
    environment: "happy-dom",
    // Files share the modules that they import: to load them anew for each takes two thirds of the time.
    isolate: false,
    // A slow machine is no failure of what a test says.
    testTimeout: 60_000,
    include: ["test/**/*.test.ts"],
    css: { include: /palette/ },
    restoreMocks: true,
    unstubGlobals: true,
    // Tests draw symbols with the icons that the build takes.
    server: { deps: { inline: [/milsymbol\/src\/(numbersidc\/sidc|iconparts)\//] } },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8642", ws: true } } },
});
