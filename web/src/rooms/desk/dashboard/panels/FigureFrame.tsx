import { Menu } from '@mantine/core'
import type { Panel } from '@samudra/contract/dashboards'
import { IconDotsVertical, IconDownload, IconInfoCircle, IconList } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureSaving } from '../../../../kit/figures/save-figure.ts'

type Props = {
  panel: Pick<Panel, 'title' | 'look'>
  /** Buttons of the editing dashboard. */
  tools?: ReactNode
  sub?: string | undefined
  link?: string | null
  /** The query of the panel in a sentence. */
  about?: string | undefined
  saves?: readonly FigureSaving[]
  children: ReactNode
}

/** The frame of a panel: title, total, menu, and what it shows. */
export function FigureFrame({ panel, tools, sub, link = null, about, saves = [], children }: Props) {
  const { title } = panel
  return (
    <section className="panel" aria-label={title} data-look={panel.look}>
      <header className="panel-head">
        <h2 title={about}>{link === null ? title : <Link to={link}>{title}</Link>}</h2>
        {sub !== undefined && <span className="panel-total">{sub}</span>}
        {tools}
        {(saves.length > 0 || about !== undefined) && (
          <Menu position="bottom-end" withinPortal>
            <Menu.Target>
              <button type="button" className="icon-button" aria-label={`Menu of ${title}`}>
                <IconDotsVertical size={15} />
              </button>
            </Menu.Target>
            <Menu.Dropdown>
              {about !== undefined && (
                <Menu.Label className="panel-about">
                  <IconInfoCircle size={14} /> {about}
                </Menu.Label>
              )}
              {link !== null && (
                <Menu.Item component={Link} to={link} leftSection={<IconList size={14} />}>
                  Open the list
                </Menu.Item>
              )}
              {saves.map(({ label, save }) => (
                <Menu.Item key={label} leftSection={<IconDownload size={14} />} onClick={() => void save()}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </header>
      <div className="panel-body">{children}</div>
    </section>
  )
}
