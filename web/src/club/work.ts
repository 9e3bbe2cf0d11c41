/** How many hashes are computed at a time, so that the page stays responsive. */
const TOGETHER = 256;

/** The first number whose hash with a task begins with `bits` zero bits. It slows robots, and takes us a second or two. */
export async function answerOf(task: string, bits: number): Promise<number> {
  for (let first = 0; ; first += TOGETHER) {
    const hashes = await Promise.all(Array.from({ length: TOGETHER }, (_, i) => hashOf(`${task}.${first + i}`)));
    const found = hashes.findIndex((hash) => zerosOf(hash) >= bits);
    if (found >= 0) return first + found;
  }
}

async function hashOf(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** With how many zero bits some bytes begin. */
export function zerosOf(bytes: Uint8Array): number {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.length * 8 : first * 8 + Math.clz32(bytes[first]!) - 24;
}
