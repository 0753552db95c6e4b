import {
  getAbnormalNormalData,
  getAnomalies,
  getFigure,
  type Figure,
  type Measure,
} from '@samudra/contract/figures'
import type { Caller } from '../../../platform/kernel/http/caller.ts'
import { handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import { figureOf, usualBefore } from './figure-answer.ts'
import type { MeasureSource } from './figure-measures.ts'
import { checkedRequest, type FigureInput, type QueryNeeds } from './figure-query.ts'
import { alertMeasures, callMeasures, eventMeasures, foundItems, type FoundNeeds } from './found-measures.ts'
import { abnormalMeasures, trafficMeasures, vesselParts } from './traffic-measures.ts'

export type FigureNeeds = QueryNeeds & FoundNeeds

export const figureOps = (needs: FigureNeeds): Handled[] => [
  handle(getFigure, ({ input, caller }) => countFigure(needs, input, caller)),
  handle(getAnomalies, async ({ input, caller }) => {
    const { total, groups, series, as_of } = await countFigure(
      needs,
      { measure: 'anomalies', ...input },
      caller,
    )
    return {
      series: series.map(({ t, key, value }) => ({ t, key, count: value })),
      groups: groups.map(({ key, label, value }) => ({ key, label, count: value })),
      total,
      as_of,
    }
  }),
  handle(getAbnormalNormalData, ({ input, caller }) => abnormalAndNormal(needs, input, caller)),
]

/** Counts a figure as a caller may see it. Throws VALIDATION, NOT_FOUND, TOO_LARGE. */
export async function countFigure(needs: FigureNeeds, input: FigureInput, caller: Caller): Promise<Figure> {
  const request = await checkedRequest(needs, input, caller)
  const { traffic, ports } = needs
  const areas = new Map(traffic.areasSeenBy(caller).map(({ id, name }) => [id, name]))
  const naming = { areaName: (id: string) => areas.get(id), portName: (id: string) => ports.byId(id)?.name }
  return figureOf({ traffic, source: sourceOf(needs, input.measure), naming }, request, caller)
}

/** Returns the events, anomalies or alerts that a figure counts, as a caller may see them. Throws as the figure does. */
export const listFigure = async (needs: FigureNeeds, input: FigureInput, caller: Caller) =>
  foundItems(needs, await checkedRequest(needs, input, caller), caller)

function sourceOf(needs: FigureNeeds, measure: Measure): MeasureSource {
  if (measure === 'vessels' || measure === 'positions') return trafficMeasures(needs)
  if (measure === 'abnormal') return abnormalMeasures(needs)
  if (measure === 'alerts') return alertMeasures(needs)
  if (measure === 'arrivals' || measure === 'departures') return callMeasures(needs)
  return eventMeasures(needs)
}

type AbnormalInput = Extract<ReturnType<typeof getAbnormalNormalData.input>, { ok: true }>['value']

async function abnormalAndNormal(needs: FigureNeeds, input: AbnormalInput, caller: Caller) {
  const request = await checkedRequest(needs, { measure: 'abnormal', ...input }, caller)
  const { parts } = await vesselParts(needs, request, request, caller)
  const source = abnormalMeasures(needs)
  const { enough, weeks, total, series } = await usualBefore({ ...needs, source }, request, caller)
  const sum = (field: 'normal' | 'abnormal' | 'total') => parts.reduce((all, part) => all + part[field], 0)
  const mean = (values: readonly number[]) =>
    values.reduce((all, value) => all + value, 0) / Math.max(1, values.length)
  return {
    series: parts
      .toSorted((a, b) => a.t - b.t || (a.key < b.key ? -1 : 1))
      .map(({ t, ...part }) => ({ t: new Date(t).toISOString(), ...part })),
    totals: { normal: sum('normal'), abnormal: sum('abnormal'), total: sum('total') },
    baseline: {
      mean: total === null ? null : mean(series.map((one) => one.mean)),
      sd: total === null ? null : Math.sqrt(mean(series.map((one) => one.sd ** 2))),
      weeks,
      enough,
    },
    as_of: new Date(request.asOf).toISOString(),
  }
}
