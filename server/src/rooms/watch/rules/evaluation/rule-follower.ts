import type { EvaluatedRule } from '@samudra/contract/rules'
import { breathe } from '../../../../platform/kernel/http/breathe.ts'
import { FIRST_IMPORT_FEED, type FixBatch } from '../../../../sea/fix-batch.ts'
import { FixFollower } from '../../../../sea/fix-follower.ts'
import { isCounted } from '../../../../sea/fix-queue.ts'
import type { ListMove } from '../../../../sea/topics.ts'
import { deliverOnce, type Act } from './act.ts'
import { vesselsByClock, watchByClock } from './clock-confidence.ts'
import { bySubject } from './by-subject.ts'
import { soundStage } from '../fault.ts'
import { resultsOf, hitEventOf } from '../findings/findings.ts'
import type { FollowerNeeds, MarkedRules } from './follower-needs.ts'
import { ListMoves } from './list-moves.ts'
import { noteBefore, takenFrom } from './pass.ts'
import { endOthers, inResults, standingSince, storeResults } from '../findings/results.sql.ts'
import { needsLists } from './news.ts'
import { inTurn, nameOf, RecordedInTurn } from '../findings/deliver-news.ts'
import { KEEP_MS as LATENESS_MS, type News } from './stage.ts'
import {
  factsAt,
  forgetStates,
  keepStates,
  keepWatch,
  noteDue,
  readStates,
  readWatch,
  type Watch,
} from './states.sql.ts'

/** Interval for saving the state from which the next process continues, and for reading facts beside fixes, ms. */
const KEEP_MS = 60_000
/** Number of vessels per saved portion, and time for saving in one turn, ms: new data wait no longer. */
const SHIPS_AT_ONCE = 50
const SPELL_MS = 50
const NEWS_MS = 2000
/** Maximum delay, ms, between the time of stored news and their publication. */
const NEWS_MARGIN_MS = 60_000
const IDS_PER_MS = 1024
/** Interval for checking silence, ms; none is reported twice. */
const ADVANCE_MS = 1000

/**
 * Evaluates rules live. Hits are stored and published at once, vessel state every minute with the position in the
 * fixes. A new process restores it and replays later fixes; repeated hits are known, new ones are stored. Other rules
 * start beside active ones from saved state, and replace them once caught up.
 */
export class RuleFollower extends FixFollower {
  readonly #needs: FollowerNeeds
  readonly #moves: ListMoves
  #act: Act | null = null
  /** Others on their way, or why there are none. */
  #next: { act: Promise<Act>; isReady: boolean } | null = null
  #isIdle = true
  #savedAt = 0
  /** Saving of vessels in progress. */
  #keeping: AsyncGenerator<void> | null = null
  /** Some of them on their way to the database, while fixes are taken and others are put together. */
  #writing = Promise.resolve()
  #newsAt = 0
  #isNewsDue = false
  #advancedAt = 0

  constructor(needs: FollowerNeeds) {
    super(needs)
    this.#needs = needs
    this.#moves = new ListMoves(needs.listsOf)
  }

  /** Rules that are evaluated at present. */
  get atWork(): readonly EvaluatedRule[] {
    return this.#act?.stage.rules ?? []
  }

  hear(batch: FixBatch): void {
    if (!this.#isIdle) this.queue.add(batch)
  }

  /** Ships came on lists, or left them. */
  hearMoves(moves: readonly ListMove[]): void {
    if (!this.#isIdle) this.#moves.hear(moves)
  }

  /** Reads what is stored beside fixes in the next turn, which begins now. */
  hearNews(): void {
    this.#isNewsDue = true
    if (!this.#isIdle) this.soon()
  }

  protected override hasState(): boolean {
    return this.#act !== null
  }
  protected override forget(): void {
    this.#act = this.#next = this.#keeping = null
    this.#writing = this.#writing.catch(() => undefined)
  }

  protected override async take(wholly: boolean): Promise<void> {
    const query = this.#needs.rules()
    if (query.rules.length === 0) return this.#rest()
    this.#isIdle = false
    await this.#follow(query, wholly)
    if (this.#act !== null) await this.#goOn(this.#act, wholly)
  }

  /** Without rules nothing is remembered. */
  async #rest() {
    if (this.#isIdle && this.#act === null) return
    await forgetStates(this.#needs.db)
    this.forget()
    this.#isIdle = true
    this.queue.take()
  }

  /**
   * Begins rules beside those at work, and waits for them where none are. One set begins at a time: rules enabled meanwhile begin
   * after it.
   */
  async #follow(query: MarkedRules, wholly: boolean) {
    if (this.#act?.mark === query.mark) {
      if (this.#next?.isReady === true) this.#next = null
      return
    }
    this.#next ??= this.#beside(query)
    if (this.#act !== null && !wholly && !this.#next.isReady) return
    const act = await this.#next.act
    await this.#catchUp(act)
    if (this.#act !== null) await this.#store(this.#act)
    act.stage.evaluator.resumed()
    this.#act = act
    this.#next = this.#keeping = null
    const { db, clock, findings } = this.#needs
    findings.deliver(await endOthers(db, { keys: query.rules.map(keyOf), ofAircraft: false }, clock.now()))
    // After a kill from now on there is saved state to continue from.
    this.#savedAt = 0
  }

  #beside(query: MarkedRules) {
    const next = { act: this.#begin(query), isReady: false }
    const ready = () => {
      next.isReady = true
      this.soon()
    }
    next.act.then(ready, ready)
    return next
  }

  /** Continues from saved state, up to what is stored by now. */
  async #begin({ mark, rules }: MarkedRules): Promise<Act> {
    const { db, clock, fixes, worlds, findings } = this.#needs
    // Data that arrive during the save are read later.
    const now = clock.now()
    await this.#settle()
    const watch = watchByClock(await readWatch(db), now)
    // Data from the time without evaluation are replayed, too.
    const since = Math.min(now, (watch?.uptoFixId ?? Infinity) / IDS_PER_MS)
    const about = { from: since - 3 * LATENESS_MS, to: now, mmsis: null, corrected: false }
    const known = await worlds.make(rules, about)
    const stage = soundStage(rules, known, this.#moves.listsAt, (id, why) => findings.end(id, why))
    const act: Act = {
      stage,
      world: known,
      mark,
      cursor: watch?.uptoFixId ?? now * IDS_PER_MS,
      arrivedAt: since,
      newsUpto: now,
      pastUpto: now,
      newsSeen: new Set(),
      recorded: 0,
      resumedUpto: watch === null ? -Infinity : since - KEEP_MS - NEWS_MARGIN_MS,
      savedAt: new Map(),
      late: new Map(),
    }
    const from = await this.#resume(act, rules, watch)
    for (const row of await factsAt(db, from, null, 'STORED')) stage.know(row)
    await noteBefore(fixes, stage, from)
    await this.#replay(act, from, now)
    return act
  }

  /** Puts ships back; answers since when fixes are to be taken again. */
  async #resume(act: Act, rules: readonly EvaluatedRule[], watch: Watch | null) {
    const [{ db, clock }, { stage, savedAt }] = [this.#needs, act]
    // Vessels received for a shorter time have no saved state and begin now, as do all if nothing is saved yet.
    const rows = []
    for await (const some of readStates(db)) rows.push(...vesselsByClock(some, clock.now()))
    const from = rows.reduce((least, { state }) => Math.min(least, state.at), act.arrivedAt - 3 * LATENESS_MS)
    const events = (await standingSince(db, rules.map(keyOf), from)).map((row) => hitEventOf(row, stage))
    const { ofShip } = bySubject(events)
    let began = performance.now()
    for (const row of rows) {
      const ship = stage.ships.numberOf(row.mmsi, row.split)
      stage.resume(row, ofShip.get(ship) ?? [])
      savedAt.set(ship, row.state.at)
      began = await breathe(began)
    }
    stage.resumeBeside(watch, events)
    return takenFrom(from, stage, watch ?? {})
  }

  /** Takes what is stored of a time of arrival, with what became known meanwhile. */
  async #replay(act: Act, from: number, to: number) {
    const [{ clock, fixes, news }, { stage, cursor: cached }] = [this.#needs, act]
    const lists = needsLists(stage.rules) ? await this.#needs.lists({ from, to }) : null
    if (lists !== null) stage.askLists(lists.listsOf)
    const deliver = (one: News) => deliverOnce(act, one)
    // Only vessels met by then: one first received in this time joins lists in it too.
    const met = () => stage.all()
    const facts = new RecordedInTurn(true)
    const deliverNews = inTurn(facts.take(await news(stage.rules, { from, to: clock.now() })), deliver)
    let began = performance.now()
    for await (const batch of fixes.readFixes({ by: 'ARRIVAL', from, to: to + 1, order: 'TIME' })) {
      await stage.ready()
      for (let i = 0; i < batch.count; i++) {
        const at = batch.recTime[i]!
        while (deliverNews(at)) began = await breathe(began)
        lists?.upTo(at, met, deliver)
        act.arrivedAt = Math.max(act.arrivedAt, at)
        if (batch.fixId[i]! > act.cursor) act.cursor = batch.fixId[i]!
        facts.upTo(batch, i, deliver)
        if (isCounted(batch, i) && batch.feed[i]! < FIRST_IMPORT_FEED)
          if (this.#isStored(act, cached, batch, i)) stage.takeBefore(batch, i)
          else stage.take(batch, i)
        if ((i & 7) === 0) began = await breathe(began)
      }
    }
    for (const _ of facts.rest(deliver)) began = await breathe(began)
    while (deliverNews(to)) began = await breathe(began)
    lists?.upTo(to, met, deliver)
    stage.askLists(this.#moves.listsAt)
    act.newsUpto = to
    stage.evaluator.advance(to)
  }

  /** Returns true if the restored state of a vessel includes a fix; a later one is late. */
  #isStored({ stage, savedAt }: Act, cached: number, batch: FixBatch, i: number): boolean {
    const at = savedAt.get(stage.ships.numberOf(batch.mmsi[i]!, batch.split[i]!))
    return at !== undefined && batch.observedAt[i]! <= at && batch.fixId[i]! <= cached
  }

  /** Stores fixes, and static data of recordings that came before them. */
  async #settle() {
    await this.#needs.flush()
    await this.#needs.settleRecorded()
  }

  /** Up to what is stored by now. */
  async #catchUp(act: Act) {
    const now = this.#needs.clock.now()
    await this.#settle()
    await this.#replay(act, act.arrivedAt, now)
  }

  async #goOn(act: Act, wholly: boolean) {
    await this.#drain(act)
    const now = this.#needs.clock.now()
    if (wholly || this.#isNewsDue || now - this.#newsAt >= NEWS_MS) await this.#hearNews(act, now)
    if (wholly || now - this.#advancedAt >= ADVANCE_MS) {
      act.stage.evaluator.advance(now)
      this.#advancedAt = now
    }
    for (const { rule, why } of act.stage.takeFaults()) this.#needs.findings.end(rule, why)
    if (wholly || this.#keeping !== null || now - this.#savedAt >= KEEP_MS) await this.#keepOn(act, wholly)
    else if (act.stage.hasChanges) await this.#store(act)
  }

  /** Goes on keeping, for a spell or to its end. */
  async #keepOn(act: Act, wholly: boolean) {
    const began = performance.now()
    this.#keeping ??= this.#keep(act)
    while (wholly || performance.now() - began < SPELL_MS)
      if ((await this.#keeping.next()).done === true) return void (this.#keeping = null)
  }

  async #drain(act: Act) {
    const batch = this.queue.take()
    if (batch.count > 0) await act.stage.ready()
    const facts = new RecordedInTurn(true)
    const deliver = (one: News) => deliverOnce(act, one)
    if (batch.count > 0) await this.#hearRecorded(act, facts)
    let began = performance.now()
    for (let i = 0; i < batch.count; i++) {
      const id = batch.fixId[i]!
      if (id <= act.cursor) continue
      facts.upTo(batch, i, deliver)
      act.stage.take(batch, i)
      act.cursor = id
      if ((i & 7) === 0) began = await breathe(began)
    }
    for (const _ of facts.rest(deliver)) began = await breathe(began)
    this.#moves.deliver(act.stage)
  }

  /** Reads static data of recordings that came before the fixes at hand: they count from when they were observed. */
  async #hearRecorded(act: Act, facts: RecordedInTurn) {
    const recorded = await this.#needs.settleRecorded()
    if (recorded === act.recorded) return
    act.recorded = recorded
    await this.#hearNews(act, this.#needs.clock.now(), facts)
  }

  /** Delivers stored facts beside fixes since the last call. */
  async #hearNews(act: Act, now: number, facts: RecordedInTurn | null = null) {
    this.#isNewsDue = false
    const reported = await this.#needs.news(act.stage.rules, { from: act.newsUpto - NEWS_MARGIN_MS, to: now })
    const deliverNext = inTurn(facts?.take(reported) ?? reported, (one) => deliverOnce(act, one))
    for (let turn = performance.now(); deliverNext(now);) turn = await breathe(turn)
    act.newsUpto = now
    this.#newsAt = now
    if (act.newsSeen.size > 10_000) act.newsSeen = new Set(reported.map(nameOf))
  }

  /** Stores results and publishes them. */
  async #store(act: Act) {
    const { db, clock, flush, findings } = this.#needs
    if (!act.stage.hasChanges) return
    // Only results of stored fixes are stored.
    await flush()
    const found = resultsOf(act.stage, findings.heed(act.stage.takeChanges(), act.stage), '', clock.now())
    findings.deliver(await inResults(db, (client) => storeResults(client, found, clock.now())))
  }

  /**
   * Saves changed vessels in portions, each after its results; then late data, pairs and the position in the fixes. A
   * vessel is saved as of a lateness ago, so later data are not in it, and data sent before count as late.
   */
  async *#keep(act: Act): AsyncGenerator<void> {
    const { db, clock, flush, findings, goAgain, worlds } = this.#needs
    const { stage, world, savedAt } = act
    const began = clock.now()
    await worlds.refresh(world, stage.rules, act.pastUpto, began)
    act.pastUpto = began
    stage.evaluator.rest(began)
    for (const states of stage.saved(savedAt, SHIPS_AT_ONCE)) {
      await this.#store(act)
      await this.#writing
      this.#writing = keepStates(db, states)
      // A failure is checked before the next portion.
      this.#writing.catch(() => undefined)
      yield
    }
    await this.#writing
    await flush()
    const now = clock.now()
    const found = resultsOf(stage, findings.heed(stage.takeChanges(), stage), '', now)
    for (const [mmsi, at] of stage.takeLate())
      act.late.set(mmsi, Math.min(at, act.late.get(mmsi) ?? Infinity))
    const changed = await inResults(db, async (client) => {
      const stored = await storeResults(client, found, now)
      await keepWatch(client, { ...stage.savedBeside(), uptoFixId: act.cursor })
      await noteDue(client, act.late, now)
      return stored
    })
    this.#savedAt = now
    if (act.late.size > 0) await goAgain()
    act.late.clear()
    findings.deliver(changed)
  }
}

const keyOf = ({ id, version }: EvaluatedRule) => `${id}.${version}`
