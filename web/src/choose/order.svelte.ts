import type { Choice } from "../protocol";
import type { Session } from "../table/session.svelte";

/** Declared battles that are fought one after the other by one press: it waits where the player must choose. */
export class InOrder {
  /** The question that is answered without asking, while that goes on. */
  running = $state.raw<{ box: string; seat: string; verb: string } | null>(null);

  constructor(private readonly session: Session) {}

  /** The choices of a question that is only about which battle comes next, in the order of their declaration. */
  battles = $derived.by((): Choice[] => {
    const { choosing, answering, picture } = this.session;
    if (!answering || !picture?.queue?.length) return [];
    return choosing.battles.flatMap((group) => choosing.next.filter(({ piece }) => piece && group.includes(piece)));
  });

  start(): void {
    const { decision } = this.session.state ?? {};
    const [first] = this.battles;
    if (!decision || !first) return;
    this.running = { box: decision.box, seat: decision.seat, verb: first.verb };
    this.next();
  }

  stop(): boolean {
    const on = this.running !== null;
    this.running = null;
    return on;
  }

  /** Fight the next battle, where that is what is asked now; after the last one there is nothing left to do. */
  next(): void {
    const { running, session } = this;
    if (!running || session.busy || session.playback.running || !session.state) return;
    const { decision, over, picture } = session.state;
    if (over || !decision || (decision.box !== running.box && !picture.queue?.length)) {
      this.running = null;
      return;
    }
    const first = this.battles.find(({ verb }) => verb === running.verb);
    if (decision.box === running.box && decision.seat === running.seat && first) void session.play(first.text);
  }
}
