import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    outDir: "../src/mamayev/server/client",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200, // the symbols of milsymbol are most of it
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8642", ws: true } } },
});
