import { call } from "../api";
import type {
  Begun,
  Challenge,
  ChannelChanged,
  ClubGames,
  ClubInfo,
  CodeChecked,
  CodeSent,
  Me,
  MemberRow,
  MuteWanted,
  NameChecked,
  NewChallenge,
  Notices,
  Options,
  PlayOffer,
  Profile,
  PlayWanted,
  Proof,
  RecoveryCodes,
  Report,
  ReportResolved,
  ReportWanted,
  SeatKept,
  Session,
  SightWanted,
  Task,
  Tested,
  TimesWanted,
  Work,
} from "../protocol";
import { go, startAddress } from "../route.svelte";
import { notifier } from "../seats/turn";
import { answerOf } from "./work";

type Json = Record<string, unknown>;
interface Ceremony {
  ceremony: string;
}

/** The club of this server, and the member who is signed in here. */
class Club {
  info = $state.raw<ClubInfo | null>(null);
  /** Why the session of this browser has ended elsewhere, for the start page. */
  told = $state("");
  /** Whether the lobby is asked to lead to the game with the least time left, once it knows the games. */
  leading = $state(false);
  /** Whether the browser does a task for the club. */
  working = $state(false);

  get me(): Me | null {
    return this.info?.me ?? null;
  }

  set me(me: Me | null) {
    if (me) this.told = "";
    if (this.info) this.info = { ...this.info, me };
  }

  /** The number of open reports, which the header shows to an operator. */
  set reported(reports: number) {
    if (this.info) this.info = { ...this.info, reports };
  }

  /** A tab was refused. If the session has ended, the start page says why. */
  async ended(why: string): Promise<void> {
    if (!this.me) return;
    await this.load();
    if (this.me as Me | null) return;
    this.told = why;
    go(startAddress);
  }

  async load(): Promise<void> {
    this.info = await call<ClubInfo>("GET", "/club");
  }

  checkName = (name: string): Promise<NameChecked> => call("GET", `/club/names?${new URLSearchParams({ name })}`);

  /** `invitation`: to join with; without one, to sign in. */
  sendCode = async (mail: string, invitation?: string): Promise<CodeSent> =>
    call("POST", "/club/codes", { mail, work: await this.#work(), invitation });

  /** Check a code. It signs in the member with that mailbox. */
  async checkCode(ceremony: string, code: string): Promise<CodeChecked> {
    const checked = await call<CodeChecked>("POST", "/club/codes/check", { ceremony, code });
    if (checked.me) this.me = checked.me;
    return checked;
  }

  /** Join with a proven mailbox. */
  async joinByMail(name: string, invitation: string, { ceremony }: Ceremony): Promise<void> {
    this.me = await call<Me>("POST", "/club/join", { name, invitation, ceremony });
  }

  /** Join with a new passkey. */
  async joinByPasskey(name: string, invitation: string): Promise<void> {
    const asked = await call<Options>("POST", "/club/passkeys/options", {
      use: "join",
      name,
      invitation,
      work: await this.#work(),
    });
    const credential = await made(asked.options);
    this.me = await call<Me>("POST", "/club/join", { name, invitation, ceremony: asked.ceremony, credential });
  }

  async addPasskey(): Promise<void> {
    const asked = await call<Options>("POST", "/club/passkeys/options", { use: "add" });
    const credential = await made(asked.options);
    this.me = await call<Me>("POST", "/club/me/passkeys", { ceremony: asked.ceremony, credential });
  }

  async addMail({ ceremony }: Ceremony): Promise<void> {
    this.me = await call<Me>("PUT", "/club/me/mail", { ceremony });
  }

  async signInByPasskey(): Promise<void> {
    const asked = await call<Options>("POST", "/club/passkeys/options", { use: "sign-in" });
    const credential = await used(asked.options);
    this.me = await call<Me>("POST", "/club/sign-in", { ceremony: asked.ceremony, credential });
  }

  /** Prove again who one is, before a change that asks for it. */
  async prove(proof: Proof): Promise<void> {
    this.me = await call<Me>("POST", "/club/me/proof", proof);
  }

  async proveByPasskey(): Promise<void> {
    const asked = await call<Options>("POST", "/club/passkeys/options", { use: "sign-in" });
    await this.prove({ ceremony: asked.ceremony, credential: await used(asked.options) });
  }

  async removePasskey(id: string): Promise<void> {
    await call("DELETE", `/club/me/passkeys/${encodeURIComponent(id)}`);
    await this.reload();
  }

  async removeMail(): Promise<void> {
    await call("DELETE", "/club/me/mail");
    await this.reload();
  }

  async reload(): Promise<void> {
    this.me = await call<Me>("GET", "/club/me");
  }

  sessions = (): Promise<Session[]> => call("GET", "/club/me/sessions");

  /** End a session by its id, or all but this one. */
  endSession = (id?: string): Promise<void> => call("DELETE", `/club/me/sessions${id === undefined ? "" : `/${id}`}`);

  /** Delete the account. */
  async leave(): Promise<void> {
    await call("DELETE", "/club/me");
    this.me = null;
  }

  /** The seats of a game that the account holds. */
  kept = (game: string, key?: string): Promise<SeatKept> =>
    call("GET", `/club/games/${encodeURIComponent(game)}/seat`, undefined, key);

  /** Keep the seat of a key in the account. */
  keepSeat = (game: string, key: string): Promise<SeatKept> =>
    call("PUT", `/club/games/${encodeURIComponent(game)}/seat`, undefined, key);

  /** Remove the seat of a key from the account. */
  letGo = (game: string, key: string): Promise<void> =>
    call("DELETE", `/club/games/${encodeURIComponent(game)}/seat`, undefined, key);

  async signInByRecovery(recovery: string): Promise<void> {
    this.me = await call<Me>("POST", "/club/sign-in", { recovery });
  }

  async newRecovery(): Promise<string[]> {
    const { codes } = await call<RecoveryCodes>("POST", "/club/me/recovery");
    if (this.me) this.me = { ...this.me, recovery: codes.length };
    return codes;
  }

  notices = (): Promise<Notices> => call("GET", "/club/me/notices");

  setTimes = (times: TimesWanted): Promise<Notices> => call("PUT", "/club/me/notices", times);

  /** Get notices in this browser. `key`: the club's, with which the browser subscribes. */
  async addBrowser(key: string): Promise<Notices> {
    const { pushManager } = await notifier();
    // A subscription of an earlier session, or for another key, is of no use.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = made.toJSON();
    return call("POST", "/club/me/notices/channels", { url: endpoint, keys });
  }

  addWebhook = (url: string, label: string): Promise<Notices> =>
    call("POST", "/club/me/notices/channels", { url, label: label || undefined });

  changeChannel = (id: string, change: ChannelChanged): Promise<Notices> =>
    call("PATCH", `/club/me/notices/channels/${id}`, change);

  removeChannel = (id: string): Promise<void> => call("DELETE", `/club/me/notices/channels/${id}`);

  testNotices = (): Promise<Tested[]> => call("POST", "/club/me/notices/test");

  /** Get no notices of a game, or none through some channels, or get them again. */
  mute = (game: string, wanted: MuteWanted): Promise<SeatKept> =>
    call("PUT", `/club/games/${encodeURIComponent(game)}/notices`, wanted);

  games = (): Promise<ClubGames> => call("GET", "/club/games");

  rename = async (name: string): Promise<void> => void (this.me = await call<Me>("PATCH", "/club/me", { name }));

  namePasskey = async (id: string, label: string): Promise<void> =>
    void (this.me = await call<Me>("PATCH", `/club/me/passkeys/${encodeURIComponent(id)}`, { label }));

  /** Let only its players see a game, everyone with its address, or everyone. */
  setSight = (game: string, sight: SightWanted["sight"], key?: string): Promise<SeatKept> =>
    call("PUT", `/club/games/${encodeURIComponent(game)}/sight`, { sight }, key);

  challenge = (id: string, link: string): Promise<Challenge> =>
    call("GET", `/club/challenges/${encodeURIComponent(id)}?${new URLSearchParams({ link })}`);

  putUp = (wanted: NewChallenge): Promise<Begun> => call("POST", "/club/challenges", wanted);

  /** Accept a challenge, with the token of its link if it has one. */
  accept = (id: string, link = ""): Promise<Begun> =>
    call("POST", `/club/challenges/${encodeURIComponent(id)}/accept`, { link });

  /** Withdraw a challenge, or decline one that is for me. */
  withdraw = (id: string): Promise<void> => call("DELETE", `/club/challenges/${encodeURIComponent(id)}`);

  offer = (game: string, pace: string, rated: boolean): Promise<PlayOffer> =>
    call("GET", `/club/play?${new URLSearchParams({ game, pace, rated: String(rated) })}`);

  playNow = (wanted: PlayWanted): Promise<Begun> => call("POST", "/club/play", wanted);

  rematch = (game: string, key?: string): Promise<Begun> =>
    call("POST", `/club/games/${encodeURIComponent(game)}/rematch`, undefined, key);

  reports = (resolved: boolean): Promise<Report[]> => call("GET", `/club/reports?resolved=${resolved}`);

  resolve = (id: string, wanted: ReportResolved): Promise<void> =>
    call("POST", `/club/reports/${encodeURIComponent(id)}`, wanted);

  profile = (name: string): Promise<Profile> => call("GET", `/club/members/${encodeURIComponent(name)}`);

  members = (): Promise<MemberRow[]> => call("GET", "/club/members");

  block = (name: string): Promise<void> => call("POST", "/club/me/blocks", { name });

  unblock = (name: string): Promise<void> => call("DELETE", `/club/me/blocks/${encodeURIComponent(name)}`);

  report = (game: string, wanted: ReportWanted, key?: string): Promise<void> =>
    call("POST", `/club/games/${encodeURIComponent(game)}/reports`, wanted, key);

  reportMember = (name: string, reason: string): Promise<void> =>
    call("POST", `/club/members/${encodeURIComponent(name)}/reports`, { reason });

  async signOut(): Promise<void> {
    await call("POST", "/club/sign-out");
    this.me = null;
  }

  /** Do the task that the club sets before something that costs it. */
  async #work(): Promise<Work | undefined> {
    if (!this.info?.work) return undefined;
    const { task, bits } = await call<Task>("POST", "/club/tasks");
    this.working = true;
    try {
      return { task, answer: await answerOf(task, bits) };
    } finally {
      this.working = false;
    }
  }
}

/** The browser made or showed no passkey: the player closed its window, or it has none. */
export class NoPasskey extends Error {}

async function made(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  return shown(navigator.credentials.create({ publicKey }));
}

async function used(options: Json): Promise<Json> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  return shown(navigator.credentials.get({ publicKey }));
}

async function shown(asked: Promise<Credential | null>): Promise<Json> {
  try {
    return ((await asked) as PublicKeyCredential).toJSON() as Json;
  } catch {
    throw new NoPasskey();
  }
}

export const club = new Club();
