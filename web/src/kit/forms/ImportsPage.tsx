import { FileButton, Progress } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ActionButton } from './ActionButton.tsx'
import type { Question } from './Confirm.tsx'
import { QuestionButton } from './QuestionButton.tsx'
import { useAction } from '../../wire/use-answer.ts'
import { Page } from '../pages/Page.tsx'
import { Failed, Nothing, Waiting } from '../pages/States.tsx'
import { Table } from '../tables/Table.tsx'
import type { Column } from '../tables/table.ts'
import './imports.css'

const [OFTEN_MS, SELDOM_MS] = [700, 15_000]
/** Returns the interval between reads of the list of files: short while one is in progress. */
export const pollInterval = (isAnyAtWork: boolean) => (isAnyAtWork ? OFTEN_MS : SELDOM_MS)

type Props<One> = {
  title: string
  subtitle: string
  /** Fields about a file, before it is chosen. */
  fields: ReactNode
  /** The button by which a file is chosen, and what becomes of it. */
  label: string
  bring: { run: (file: File) => Promise<unknown>; isBusy: boolean; fault: { message: string } | null }
  isQuery?: boolean
  answer: { data: { items: readonly One[] } | undefined; error: Error | null; refetch: () => unknown }
  none: { title: string; hint: string }
  renderOne: (one: One) => ReactNode
}

/** Files that administrators bring: how they come, and each with where it stands. */
export function ImportsPage<One>(props: Props<One>) {
  const { bring, answer, isQuery: isRequest = true } = props
  const { data, error } = answer
  return (
    <Page
      title={props.title}
      subtitle={props.subtitle}
      actions={
        <>
          {props.fields}
          <FileButton onChange={(file) => file !== null && void bring.run(file)}>
            {(button) => (
              <ActionButton
                {...button}
                size="xs"
                isBusy={bring.isBusy}
                disabled={!isRequest}
                leftSection={<IconFileImport size={15} />}
              >
                {props.label}
              </ActionButton>
            )}
          </FileButton>
        </>
      }
    >
      <p className="refusal" role="alert">
        {bring.fault?.message}
      </p>
      {data === undefined &&
        (error === null ? <Waiting /> : <Failed error={error} onRetry={() => answer.refetch()} />)}
      {data?.items.length === 0 && <Nothing {...props.none} />}
      <ul className="imports">{data?.items.map(props.renderOne)}</ul>
    </Page>
  )
}

/** Action on a file; a plain one stands beside the main one. */
type Act = { label: string; run: () => Promise<unknown>; isPlain?: boolean; disabled?: boolean }

/** One file: its name, its state, what can be done with it, and what is wrong with it. */
export function ImportCard(props: {
  name: string
  state: string
  word: string
  about: ReactNode
  /** Progress of the running step, 0 to 1; null without one. */
  share: number | null
  trouble: string
  figures?: ReactNode
  acts: readonly (Act | false)[]
  /** Acts of a button of its own. */
  renderAct?: (run: (work: () => Promise<unknown>) => void, isBusy: boolean) => ReactNode
  /** Question before an import is undone, and what undoes it; null while there is nothing to undo. */
  undo: (Pick<Question, 'title' | 'text' | 'act'> & { run: (reason: string) => Promise<unknown> }) | null
  /** Reads the list again. */
  changed: () => void
  children: ReactNode
}) {
  const { name, state, word, share, undo, changed } = props
  const act = useAction(async (work: () => Promise<unknown>) => {
    await work()
    changed()
  })
  return (
    <li className="import" data-state={state} aria-label={name}>
      <header>
        <h2>{name}</h2>
        <span className="import-state">{word}</span>
        <span className="dim">{props.about}</span>
      </header>
      {share !== null && (
        <div className="import-bar">
          <Progress value={share * 100} aria-label={`Progress of ${name}`} />
          <span className="figures">{Math.floor(share * 100)} %</span>
        </div>
      )}
      <p className="refusal" role="alert">
        {act.fault?.message ?? props.trouble}
      </p>
      {props.figures}
      <div className="import-acts">
        {props.renderAct?.((work) => void act.run(work), act.isBusy)}
        {props.acts.map(
          (one) =>
            one !== false && (
              <ActionButton
                key={one.label}
                size="xs"
                {...(one.isPlain === true ? { variant: 'default' } : { isBusy: act.isBusy })}
                disabled={one.disabled === true}
                onClick={() => act.run(one.run)}
              >
                {one.label}
              </ActionButton>
            ),
        )}
        {undo !== null && (
          <QuestionButton
            label="Undo…"
            question={{ ...undo, needsReason: true, isGrave: true }}
            act={async (reason) => {
              await undo.run(reason)
              changed()
            }}
          />
        )}
      </div>
      {props.children}
    </li>
  )
}

type Wrong = { line: number; field: string; why: string }
const WRONG: Column<Wrong>[] = [
  { key: 'line', label: 'Line', isNumber: true, cell: ({ line }) => line, value: ({ line }) => line },
  { key: 'field', label: 'Column', cell: ({ field }) => field, value: ({ field }) => field },
  { key: 'why', label: 'Problem', cell: ({ why }) => why, value: ({ why }) => why },
]

/** The lines of a file that could not be read, and its first rows as they were. */
export function ImportFindings<Row>(props: {
  wrong: readonly Wrong[]
  /** Number of all wrong lines; only the first are listed. */
  wrongCount: number
  first: { label: string; columns: readonly Column<Row>[]; rows: readonly Row[] }
}) {
  const { wrong, wrongCount, first } = props
  return (
    <>
      {wrong.length > 0 && (
        <details className="import-findings">
          <summary>
            {wrongCount > wrong.length ? `The first ${wrong.length} wrong lines` : 'Wrong lines'}
          </summary>
          <div className="import-rows" role="region" tabIndex={0} aria-label="Wrong lines of the file">
            <Table
              label="Wrong lines"
              isInText
              columns={WRONG}
              rows={wrong}
              rowKey={(row) => String(wrong.indexOf(row))}
              csv="wrong-lines.csv"
            />
          </div>
        </details>
      )}
      {first.rows.length > 0 && (
        <details className="import-findings">
          <summary>{first.label}</summary>
          <div className="import-rows" role="region" tabIndex={0} aria-label={`${first.label} of the file`}>
            <Table
              label={first.label}
              isInText
              columns={first.columns}
              rows={first.rows}
              rowKey={(row) => String(first.rows.indexOf(row))}
            />
          </div>
        </details>
      )}
    </>
  )
}
