/** The parts of milsymbol that `symbols.ts` loads one by one. The package itself only offers all of them at once. */
declare module "milsymbol/src/milsymbol.js" {
  /** One symbol set: its codes, and the icons that make them up. */
  export type SymbolSet = { icons: unknown };
  export interface Base {
    Symbol: typeof import("milsymbol").Symbol;
    addIcons(set: SymbolSet): void;
  }
  export const ms: Base;
}
declare module "milsymbol/src/numbersidc/sidc/*" {
  const set: import("milsymbol/src/milsymbol.js").SymbolSet;
  export default set;
}
