import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow'
import type { Db } from '../../../../platform/needs/database.ts'
import { foldersOf, type RemoteFolder } from './imap-connection.ts'
import {
  applyRemote,
  changesOf,
  changeSent,
  foldersRead,
  forgetFolder,
  forgetPlaces,
  noteFolder,
  notePlace,
  placesOf,
  removeRemote,
  statesOf,
  uidsOf,
  type FolderRow,
  type MailState,
  type RemoteFlags,
} from './sync.sql.ts'

/** Mails fetched by one command, and changes sent before the folders are read again. */
const LOT = 50
const MOST_CHANGES = 500
const FLAGS: [keyof RemoteFlags, string][] = [
  ['isSeen', '\\Seen'],
  ['isStarred', '\\Flagged'],
  ['isAnswered', '\\Answered'],
  ['isForwarded', '$Forwarded'],
]

export type SyncNeeds = {
  db: Db
  account: string
  /** Largest message that is fetched, bytes. */
  largest(): number
  /** Stores a message in a folder of the account's mailbox; returns its id, the earlier one when it is there already. */
  store(raw: Buffer, as: { folder: string; at: Date; flags: RemoteFlags }): Promise<string>
  /** Returns the folder of the mailbox for an own folder of the server. */
  ownFolder(name: string): Promise<string>
  /** Returns the name of a folder of the mailbox, under which it is made on the server. */
  folderName(folder: string): Promise<string>
  rawOf(hash: string): Promise<Buffer>
  /** True while a legal hold keeps the mails of the user. */
  isHeld(): Promise<boolean>
  /** Mails are gone here: their files are forgotten, and screens read their lists again. */
  removed(mails: readonly { id: string; raw_hash: string | null }[]): Promise<void>
  /** Screens of the user read these mails again. */
  changed(ids: readonly string[]): void
}

type OpenFolder = RemoteFolder & { folder: string; known: FolderRow | undefined }

/**
 * Brings a mailbox here and an account on another server to the same state: first what users changed here goes there,
 * then what came, changed or went there is taken over. Each step may end in the middle and is done again.
 */
export class AccountSync {
  readonly #needs: SyncNeeds
  readonly #client: ImapFlow
  /** State of each folder as it was last read. */
  readonly #read = new Map<string, string>()

  constructor(client: ImapFlow, needs: SyncNeeds) {
    this.#client = client
    this.#needs = needs
  }

  /** Returns whether a folder is as it was last read. Changes between the reading and the waiting raise no event. */
  isAsRead(box: MailboxObject): boolean {
    return this.#read.get(box.path) === stateOf(box)
  }

  async run(signal: AbortSignal): Promise<void> {
    const folders = await this.#folders()
    await this.#sendChanges(folders, signal)
    const gone: string[] = []
    for (const one of folders) {
      signal.throwIfAborted()
      gone.push(...(await this.#readFolder(one, signal)))
    }
    // A mail that is in another folder by now was only moved.
    if (gone.length === 0) return
    const removed = await removeRemote(this.#needs.db, gone, await this.#needs.isHeld())
    await this.#needs.removed(removed)
  }

  async #folders(): Promise<OpenFolder[]> {
    const { db, account, ownFolder } = this.#needs
    const known = new Map((await foldersRead(db, account)).map((row) => [row.path, row]))
    const open: OpenFolder[] = []
    for (const one of foldersOf(await this.#client.list())) {
      const before = known.get(one.path)
      const folder = before?.folder ?? one.special ?? (await ownFolder(one.path))
      open.push({ ...one, folder, known: before })
    }
    return open
  }

  /** Sends what users changed. A mail that the other server refuses to change is read from it again. */
  async #sendChanges(folders: OpenFolder[], signal: AbortSignal) {
    const { db, account } = this.#needs
    const changes = await changesOf(db, account, MOST_CHANGES)
    const states = await statesOf(
      db,
      changes.map(({ id }) => id),
    )
    for (const { id, at } of changes) {
      signal.throwIfAborted()
      await this.#sendChange(id, states.get(id), folders)
      await changeSent(db, id, at)
    }
  }

  async #sendChange(id: string, state: MailState | undefined, folders: OpenFolder[]) {
    const { db, account, rawOf } = this.#needs
    const places = await placesOf(db, id)
    if (state === undefined) {
      for (const place of places) {
        await this.#in(place.path, () => this.#client.messageDelete(String(place.uid), { uid: true }))
        await forgetPlaces(db, account, place.path, [place.uid])
      }
      return
    }
    const target = await this.#folderFor(state, folders)
    const isNew = places.length === 0 && state.state === 'SENT' && state.rawHash !== null
    if (isNew && target !== null) {
      const added = await this.#client.append(target.path, await rawOf(state.rawHash!), flagsOf(state))
      if (added !== false && added.uid !== undefined)
        await notePlace(db, account, { path: target.path, uid: added.uid, mailId: id })
      return
    }
    for (const place of places) {
      await this.#in(place.path, async () => {
        for (const [key, flag] of FLAGS)
          if (state[key]) await this.#client.messageFlagsAdd(String(place.uid), [flag], { uid: true })
          else await this.#client.messageFlagsRemove(String(place.uid), [flag], { uid: true })
        if (target === null || target.path === place.path) return
        const moved = await this.#client.messageMove(String(place.uid), target.path, { uid: true })
        await forgetPlaces(db, account, place.path, [place.uid])
        const uid = moved === false ? undefined : moved.uidMap?.get(place.uid)
        if (uid !== undefined) await notePlace(db, account, { path: target.path, uid, mailId: id })
      })
    }
  }

  /** Returns the folder of the server that a mail is to be in, made when it is missing; null of a mail that is not sent yet. */
  async #folderFor({ folder, state }: MailState, folders: OpenFolder[]): Promise<OpenFolder | null> {
    if (state === 'DRAFT' || state === 'QUEUED' || state === 'FAILED') return null
    const known = folders.find((one) => one.folder === folder)
    if (known !== undefined) return known
    const { path } = await this.#client.mailboxCreate(await this.#needs.folderName(folder))
    const made = { path, special: null, folder, known: undefined }
    await noteFolder(this.#needs.db, this.#needs.account, {
      path,
      folder,
      uid_validity: '',
      uid_next: 0,
      modseq: '',
    })
    folders.push(made)
    return made
  }

  async #in<T>(path: string, work: (box: MailboxObject) => Promise<T>): Promise<T> {
    const lock = await this.#client.getMailboxLock(path)
    try {
      const box = this.#client.mailbox
      if (box === false) throw new Error(`the folder ${path} does not open`)
      return await work(box)
    } finally {
      lock.release()
    }
  }

  /** Reads what came and changed in a folder; returns the mails that are no longer in it. */
  #readFolder(one: OpenFolder, signal: AbortSignal): Promise<string[]> {
    const { db, account } = this.#needs
    return this.#in(one.path, async (box) => {
      this.#read.set(one.path, stateOf(box))
      const validity = String(box.uidValidity)
      const modseq = box.highestModseq === undefined ? '' : String(box.highestModseq)
      const gone: string[] = []
      let { known } = one
      if (known !== undefined && known.uid_validity !== '' && known.uid_validity !== validity) {
        // The server renumbers its mails: its earlier numbers are invalid.
        gone.push(...(await uidsOf(db, account, one.path)).values())
        await forgetFolder(db, account, one.path)
        known = undefined
      }
      const places = await uidsOf(db, account, one.path)
      const isSame = known?.uid_next === box.uidNext && modseq !== '' && known.modseq === modseq
      if (isSame && places.size === box.exists) return gone
      gone.push(...(await this.#takeOver(one, places, known?.modseq ?? '', signal)))
      await noteFolder(db, account, {
        path: one.path,
        folder: one.folder,
        uid_validity: validity,
        uid_next: box.uidNext,
        modseq,
      })
      return gone
    })
  }

  async #takeOver(one: OpenFolder, places: Map<number, string>, since: string, signal: AbortSignal) {
    const { db, account, changed } = this.#needs
    const found = await this.#client.search({ all: true }, { uid: true })
    const there = new Set(Array.isArray(found) ? found : [])
    const lost = [...places.keys()].filter((uid) => !there.has(uid))
    const gone = lost.map((uid) => places.get(uid)!)
    if (lost.length > 0) await forgetPlaces(db, account, one.path, lost)
    if (places.size > lost.length) changed(await this.#takeFlags(one, places, since))
    // The latest first: that is what a user looks for.
    const fresh = [...there].filter((uid) => !places.has(uid)).toSorted((a, b) => b - a)
    for (let i = 0; i < fresh.length; i += LOT) {
      signal.throwIfAborted()
      await this.#fetchLot(one, fresh.slice(i, i + LOT))
    }
    return gone
  }

  async #takeFlags(one: OpenFolder, places: Map<number, string>, since: string): Promise<string[]> {
    const options = { uid: true, ...(since !== '' && { changedSince: BigInt(since) }) }
    const changes = []
    for await (const { uid, flags } of this.#client.fetch('1:*', { uid: true, flags: true }, options)) {
      const id = places.get(uid)
      if (id !== undefined) changes.push({ id, folder: one.folder, flags: remoteFlags(flags) })
    }
    return changes.length === 0 ? [] : applyRemote(this.#needs.db, changes)
  }

  async #fetchLot(one: OpenFolder, uids: readonly number[]) {
    const { db, account, store, largest, changed } = this.#needs
    const wanted = { uid: true, flags: true, internalDate: true, size: true } as const
    const heads = await this.#client.fetchAll(uids.join(','), wanted, { uid: true })
    for (const head of heads.toSorted((a, b) => b.uid - a.uid)) {
      if ((head.size ?? 0) > largest()) continue
      const full = await this.#client.fetchOne(String(head.uid), { source: true }, { uid: true })
      if (full === false || full === undefined || full.source === undefined) continue
      const flags = remoteFlags(head.flags)
      const id = await store(full.source, { folder: one.folder, at: timeOf(head), flags })
      await notePlace(db, account, { path: one.path, uid: head.uid, mailId: id })
      // It was here in another folder, from which it was moved.
      await applyRemote(db, [{ id, folder: one.folder, flags }])
      changed([id])
    }
  }
}

const stateOf = ({ uidValidity, uidNext, exists, highestModseq }: MailboxObject) =>
  [uidValidity, uidNext, exists, highestModseq].join(' ')
const remoteFlags = (flags: ReadonlySet<string> | undefined): RemoteFlags => ({
  isSeen: flags?.has('\\Seen') === true,
  isStarred: flags?.has('\\Flagged') === true,
  isAnswered: flags?.has('\\Answered') === true,
  isForwarded: flags?.has('$Forwarded') === true,
})
const flagsOf = (state: RemoteFlags) => FLAGS.flatMap(([key, flag]) => (state[key] ? [flag] : []))
const timeOf = ({ internalDate }: FetchMessageObject) => new Date(internalDate ?? 0)
