import { RULE_STATE_LABELS } from '@samudra/contract/labels'
import { Button, Menu, Select } from '@mantine/core'
import { RULE_STATUSES } from '@samudra/contract/rules'
import { IconDownload, IconFileImport, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { readingOf, useStored } from '../../../stored/stores.ts'
import { AddressWords } from '../../../kit/forms/AddressWords.tsx'
import { ruleLink } from '../../../kit/pages/links.ts'
import { Page } from '../../../kit/pages/Page.tsx'
import { Quantity } from '../../../kit/text/Quantity.tsx'
import { Nothing } from '../../../kit/pages/States.tsx'
import { Table } from '../../../kit/tables/Table.tsx'
import { sorted } from '../../../kit/tables/table.ts'
import { PrimaryButton } from '../../../kit/forms/PrimaryButton.tsx'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { detectors } from './detectors/detectors.store.ts'
import { ImportRules } from './versions/ImportRules.tsx'
import { RULE_COLUMNS } from './rule-columns.tsx'
import { RulePages } from './RulePages.tsx'
import { rules } from '../../../stored/rules.ts'
import { saveRules } from './versions/save-rules.ts'
import { templatesOf } from './builder/templates.ts'
import { useCounting } from './runs/use-counting.ts'
import { NEW, SEVERITY_OPTIONS } from './builder/rule-words.ts'
import './rules.css'

const STATUSES = RULE_STATUSES.filter((status) => status !== 'ARCHIVED').map((value) => ({
  value,
  label: RULE_STATE_LABELS[value],
}))
/** Lists all rules visible to the user: their state, their text and their performance. */
export function Component() {
  const { rows: all, isRead, fault } = useStored(rules)
  const { valueOf, put, goTo, sorting, onSort } = useAddress()
  const [isImporting, setImporting] = useState(false)
  const navigate = useNavigate()
  const [q, status, severity, owner] = [
    valueOf('q'),
    valueOf('status'),
    valueOf('severity'),
    valueOf('owner'),
  ]
  useCounting()
  const rows = useMemo(() => {
    const words = q.trim().toLowerCase()
    const found = all.filter(
      (one) =>
        (status === '' || one.status === status) &&
        (severity === '' || one.severity === severity) &&
        (owner === '' || one.owner === owner) &&
        `${one.name}\n${one.description}\n${one.sentence}`.toLowerCase().includes(words),
    )
    return sorted(found, RULE_COLUMNS, sorting)
  }, [all, q, status, severity, owner, sorting])
  const owners = useMemo(() => [...new Set(all.map((one) => one.owner))].sort(), [all])
  const filter = (
    name: string,
    label: string,
    data: readonly (string | { value: string; label: string })[],
  ) => (
    <Select
      size="xs"
      w={150}
      clearable
      aria-label={label}
      placeholder={label}
      data={[...data]}
      value={valueOf(name) === '' ? null : valueOf(name)}
      onChange={(value) => put(name, value)}
    />
  )
  return (
    <Page
      title="Rules"
      subtitle="Rules raise alerts when vessels match. Preview a rule before enabling it."
      actions={
        <>
          <RulePages />
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileImport size={14} />}
            onClick={() => setImporting(true)}
          >
            Import
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={rows.length === 0}
            leftSection={<IconDownload size={14} />}
            onClick={() => saveRules(rows, 'rules.json')}
          >
            Export
          </Button>
          <FromTemplate />
          <PrimaryButton leftSection={<IconPlus size={14} />} onClick={() => void navigate(ruleLink(NEW))}>
            New rule
          </PrimaryButton>
        </>
      }
    >
      <div className="rules-bar">
        <AddressWords
          aria-label="Find a rule"
          placeholder="Name, summary"
          value={q}
          onChange={(words) => put('q', words)}
        />
        {filter('status', 'Status', STATUSES)}
        {filter('severity', 'Severity', SEVERITY_OPTIONS)}
        {filter('owner', 'Owner', owners)}
        <span className="dim">
          {isRead && (
            <>
              <Quantity count={rows.length} /> of <Quantity count={all.length} />
            </>
          )}
        </span>
      </div>
      <Table
        label="Rules"
        name="rules"
        onSearch={goTo}
        columns={RULE_COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void navigate(ruleLink(id))}
        {...(sorting === null ? {} : { sorting })}
        onSort={onSort}
        {...readingOf(rules, { isRead, fault })}
        empty={
          all.length === 0 ? (
            <Nothing title="No rules yet" hint="Start with a template or a new rule." />
          ) : (
            <Nothing title="No rules match these filters" hint="Choose another status or other words." />
          )
        }
        csv="rules.csv"
      />
      <ImportRules isOpen={isImporting} onClose={() => setImporting(false)} />
    </Page>
  )
}

/** Rules of the detectors, to begin one's own with. */
function FromTemplate() {
  const navigate = useNavigate()
  const { rows } = useStored(detectors)
  const templates = useMemo(() => templatesOf(rows), [rows])
  return (
    <Menu position="bottom-end" width={420} withinPortal>
      <Menu.Target>
        <Button size="xs" variant="default" disabled={templates.length === 0}>
          From a template
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="rule-templates">
        {templates.map(({ key, label, text }) => (
          <Menu.Item key={key} onClick={() => void navigate(`${ruleLink(NEW)}?template=${key}`)}>
            <b>{label}</b>
            <small>{text}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
