import { Button, Menu, Select } from '@mantine/core'
import { PERIODS, type Dashboard, type Panel, type Period } from '@samudra/contract/dashboards'
import { IconMaximize, IconPencil, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useStored } from '../../../stored/stores.ts'
import { TimeField } from '../../../kit/forms/TimeField.tsx'
import { Page } from '../../../kit/pages/Page.tsx'
import { Failed, Nothing, Waiting } from '../../../kit/pages/States.tsx'
import { useAddress } from '../../../kit/pages/use-address.ts'
import { wallNow } from '../../../time/server-clock.ts'
import { stayAwake } from '../../../kit/stay-awake.ts'
import { useAnalytics } from '../../../kit/figures/analytics.store.ts'
import { CatalogDrawer } from './editing/CatalogDrawer.tsx'
import { PanelEditor } from './editing/PanelEditor.tsx'
import { PanelTools } from './editing/PanelTools.tsx'
import { SaveDashboard } from './editing/SaveDashboard.tsx'
import { useDraft } from './editing/use-panels-draft.ts'
import { DashboardGrid } from './DashboardGrid.tsx'
import { dashboards } from './dashboards.store.ts'
import { MORNING_BRIEF } from './panel-catalog.ts'
import { PanelOf } from './panels/PanelOf.tsx'
import { PERIOD_LABELS, periodBetween, periodUntil } from './period.ts'
import './dashboard.css'

const REFRESH_MS = 60_000
const CUSTOM = 'CUSTOM'
/** Id of the built-in dashboard in an address. */
const BUILT_IN = ''

/** Dashboards: panels with figures, brief, alerts and feeds over one period. */
export function Component() {
  const { valueOf, putAll } = useAddress()
  const { rows, byId, isRead, fault } = useStored(dashboards)
  const id = valueOf('id')
  const found = byId.get(id) ?? null
  const shown = found ?? MORNING_BRIEF
  const { period, isCustom, choosePeriod } = usePeriod(found?.period ?? MORNING_BRIEF.period)
  const draft = useDraft(shown.panels, id)
  const screen = useRef<HTMLDivElement>(null)
  useAwakeOnWall()
  const [opened, setOpened] = useState<'catalog' | 'save' | Panel | null>(null)
  useEffect(() => useAnalytics.setState({ popup: typeof opened === 'object' && opened !== null }), [opened])
  const isEditing = draft.panels !== null
  const panels = draft.panels ?? shown.panels
  if (id !== BUILT_IN && found === null) {
    if (!isRead) return <Waiting />
    if (fault !== null) return <Failed error={new Error(fault)} onRetry={() => dashboards.read()} />
  }
  const isGone = id !== BUILT_IN && found === null
  return (
    <div ref={screen} className="dashboard">
      <Page
        title={shown.name}
        subtitle={found === null ? '' : found.mine ? '' : `by ${found.owner}`}
        actions={
          <>
            <DashboardPicker
              found={found}
              all={rows}
              choose={(next) => putAll({ id: next })}
              isDisabled={isEditing}
            />
            <PeriodPicker period={period} isCustom={isCustom} choose={choosePeriod} />
            <EditButtons draft={draft} open={setOpened} screen={screen} />
          </>
        }
      >
        {isGone ? (
          <Nothing title="This dashboard was deleted or is not shared with you">
            <Button size="xs" onClick={() => putAll({ id: null })}>
              Open the morning brief
            </Button>
          </Nothing>
        ) : panels.length === 0 ? (
          <Nothing title="No panel yet" hint="Press Edit, then Add a panel." />
        ) : (
          <DashboardGrid
            panels={panels}
            isEditing={isEditing}
            onMove={draft.change}
            renderPanel={(panel) => (
              <PanelOf
                panel={panel}
                period={
                  isCustom || panel.period === undefined
                    ? period
                    : periodUntil(panel.period, Date.parse(period.to))
                }
                onBrush={(from, to) => choosePeriod(CUSTOM, from, to)}
                tools={
                  isEditing ? (
                    <PanelTools
                      panel={panel}
                      panels={panels}
                      change={draft.change}
                      edit={() => setOpened(panel)}
                    />
                  ) : undefined
                }
              />
            )}
          />
        )}
      </Page>
      {opened === 'catalog' && (
        <CatalogDrawer
          close={() => setOpened(null)}
          add={(panel) => draft.change([...panels, panel])}
          panels={panels}
        />
      )}
      {typeof opened === 'object' && opened !== null && (
        <PanelEditor
          panel={opened}
          close={() => setOpened(null)}
          save={(next) => draft.change(panels.map((one) => (one.id === next.id ? next : one)))}
        />
      )}
      {opened === 'save' && (
        <SaveDashboard
          of={found}
          name={shown.name}
          period={period}
          panels={panels}
          close={() => setOpened(null)}
          saved={(saved) => {
            draft.cancel()
            setOpened(null)
            putAll({ id: saved.id })
          }}
          removed={() => {
            draft.cancel()
            setOpened(null)
            putAll({ id: null })
          }}
        />
      )}
    </div>
  )
}

/** Keeps the display on while the dashboard fills a wall. */
function useAwakeOnWall() {
  useEffect(() => {
    let end: (() => void) | null = null
    const follow = () => {
      end?.()
      end = document.fullscreenElement === null ? null : stayAwake()
    }
    document.addEventListener('fullscreenchange', follow)
    return () => {
      document.removeEventListener('fullscreenchange', follow)
      end?.()
    }
  }, [])
}

type EditProps = {
  draft: ReturnType<typeof useDraft>
  open: (what: 'catalog' | 'save') => void
  screen: RefObject<HTMLDivElement | null>
}
/** Buttons that begin, undo, save and give up a change. */
function EditButtons({ draft, open, screen }: EditProps) {
  if (draft.panels === null)
    return (
      <>
        <Button size="xs" variant="default" leftSection={<IconPencil size={14} />} onClick={draft.begin}>
          Edit
        </Button>
        <button
          type="button"
          className="icon-button"
          aria-label="Full screen"
          title="Full screen (Esc leaves it)"
          onClick={() => void screen.current?.requestFullscreen()}
        >
          <IconMaximize size={16} />
        </button>
      </>
    )
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => open('catalog')}
      >
        Add a panel
      </Button>
      <Button size="xs" variant="default" disabled={!draft.canUndo} onClick={draft.undo}>
        Undo
      </Button>
      <Button size="xs" onClick={() => open('save')}>
        Save
      </Button>
      <Button size="xs" variant="default" onClick={draft.cancel}>
        Cancel
      </Button>
    </>
  )
}

type PickerProps = {
  found: Dashboard | null
  all: readonly Dashboard[]
  choose: (id: string | null) => void
  isDisabled: boolean
}
function DashboardPicker({ found, all, choose, isDisabled }: PickerProps) {
  return (
    <Menu position="bottom-start" withinPortal disabled={isDisabled}>
      <Menu.Target>
        <Button size="xs" variant="default" disabled={isDisabled}>
          Dashboards
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item aria-current={found === null || undefined} onClick={() => choose(null)}>
          {MORNING_BRIEF.name}
        </Menu.Item>
        {all.map(({ id, name, mine, owner }) => (
          <Menu.Item key={id} aria-current={found?.id === id || undefined} onClick={() => choose(id)}>
            {name} {!mine && <small>by {owner}</small>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The period in the address: one until now that moves with the clock, or two instants. */
function usePeriod(usual: Period) {
  const { valueOf, putAll } = useAddress()
  const [now, setNow] = useState(wallNow)
  const [from, to] = [Date.parse(valueOf('from')), Date.parse(valueOf('to'))]
  const isCustom = !Number.isNaN(from) && !Number.isNaN(to)
  useEffect(() => {
    if (isCustom) return undefined
    const timer = setInterval(() => setNow(wallNow()), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isCustom])
  const chosen = valueOf('period')
  const name = chosen in PERIODS ? (chosen as Period) : usual
  const period = isCustom ? { ...periodBetween(from, to), name } : { ...periodUntil(name, now), name }
  useEffect(() => {
    useAnalytics.setState({ dateRange: { fromDate: period.from, toDate: period.to } })
  }, [period.from, period.to])
  const choosePeriod = (next: Period | typeof CUSTOM, first?: number, last?: number) => {
    if (next !== CUSTOM) putAll({ period: next, from: null, to: null })
    else if (first !== undefined && last !== undefined) {
      const { from: begin, to: end } = periodBetween(first, last)
      putAll({ from: begin, to: end })
    }
  }
  return { period, isCustom, choosePeriod }
}

type PeriodProps = {
  period: ReturnType<typeof usePeriod>['period']
  isCustom: boolean
  choose: ReturnType<typeof usePeriod>['choosePeriod']
}
function PeriodPicker({ period, isCustom, choose }: PeriodProps) {
  const [isOpen, setOpen] = useState(false)
  const names = Object.keys(PERIODS) as Period[]
  const [from, to] = [Date.parse(period.from), Date.parse(period.to)]
  return (
    <>
      <Select
        size="xs"
        w={150}
        aria-label="Period"
        allowDeselect={false}
        value={isCustom || isOpen ? CUSTOM : period.name}
        data={[
          ...names.map((value) => ({ value: value as string, label: PERIOD_LABELS[value] })),
          { value: CUSTOM, label: 'From … to …' },
        ]}
        onChange={(value) => {
          setOpen(value === CUSTOM)
          if (value !== CUSTOM && value !== null) choose(value as Period)
        }}
      />
      {(isCustom || isOpen) && (
        <span className="dashboard-range">
          <TimeField
            size="xs"
            aria-label="From"
            value={from}
            onChange={(at) => at !== null && choose(CUSTOM, at, to)}
          />
          <TimeField
            size="xs"
            aria-label="To"
            value={to}
            onChange={(at) => at !== null && choose(CUSTOM, from, at)}
          />
        </span>
      )}
    </>
  )
}
