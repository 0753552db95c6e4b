import { Button, Menu, Textarea, TextInput } from '@mantine/core'
import { BLOCK_KINDS, QUERY_BLOCKS, type ReportBlock } from '@samudra/contract/reports'
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { QueryFields } from '../../../kit/figures/QueryFields.tsx'
import { BLOCK_LABELS } from './report-texts.ts'

type Props = {
  blocks: readonly ReportBlock[]
  isFull: boolean
  change: (blocks: ReportBlock[]) => void
  fault: string | null
}

/** Returns a new block of a kind, with a query where it needs one. */
function newBlock(kind: ReportBlock['kind']): ReportBlock {
  const measure = kind === 'list' || kind === 'map' ? 'events' : 'anomalies'
  const query = QUERY_BLOCKS.includes(kind) ? { query: { measure } as const } : {}
  return { kind, title: BLOCK_LABELS[kind], ...(kind === 'text' ? { text: '' } : {}), ...query }
}

/** The blocks of a report in their order: added, moved, changed and removed. */
export function BlocksEditor({ blocks, isFull, change, fault }: Props) {
  const [open, setOpen] = useState<number | null>(null)
  const put = (i: number, block: ReportBlock) => change(blocks.map((one, at) => (at === i ? block : one)))
  const move = (i: number, by: number) => {
    const next = [...blocks]
    const [one] = next.splice(i, 1)
    next.splice(i + by, 0, one!)
    change(next)
    setOpen(open === i ? i + by : open)
  }
  return (
    <fieldset className="report-blocks">
      <legend>Blocks</legend>
      <ol>
        {blocks.map((block, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- blocks have no identity but their place
          <li key={i}>
            <div className="report-block-row">
              <button
                type="button"
                className="report-block-open"
                aria-expanded={open === i}
                onClick={() => setOpen(open === i ? null : i)}
              >
                <small>{BLOCK_LABELS[block.kind]}</small> {block.title}
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Move ${block.title} up`}
                disabled={i === 0}
                onClick={() => move(i, -1)}
              >
                <IconChevronUp size={14} />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Move ${block.title} down`}
                disabled={i === blocks.length - 1}
                onClick={() => move(i, 1)}
              >
                <IconChevronDown size={14} />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${block.title}`}
                onClick={() => {
                  setOpen(null)
                  change(blocks.filter((_, at) => at !== i))
                }}
              >
                <IconTrash size={14} />
              </button>
            </div>
            {open === i && <BlockFields block={block} put={(next) => put(i, next)} />}
          </li>
        ))}
      </ol>
      {fault !== null && <p className="refusal">{fault}</p>}
      <Menu position="bottom-start">
        <Menu.Target>
          <Button size="xs" variant="default" disabled={isFull} leftSection={<IconPlus size={14} />}>
            Add a block
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {BLOCK_KINDS.map((kind) => (
            <Menu.Item
              key={kind}
              onClick={() => {
                change([...blocks, newBlock(kind)])
                setOpen(blocks.length)
              }}
            >
              {BLOCK_LABELS[kind]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </fieldset>
  )
}

function BlockFields({ block, put }: { block: ReportBlock; put: (block: ReportBlock) => void }) {
  return (
    <div className="report-block-fields">
      <TextInput
        label="Title"
        value={block.title}
        maxLength={160}
        onChange={(event) => put({ ...block, title: event.currentTarget.value })}
      />
      {block.kind === 'text' && (
        <Textarea
          label="Text (Markdown)"
          autosize
          minRows={3}
          maxRows={12}
          maxLength={8000}
          value={block.text ?? ''}
          onChange={(event) => put({ ...block, text: event.currentTarget.value })}
        />
      )}
      {block.query !== undefined && (
        <QueryFields query={block.query} change={(query) => put({ ...block, query })} />
      )}
    </div>
  )
}
