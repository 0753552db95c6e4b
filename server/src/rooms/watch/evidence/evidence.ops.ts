import { getEvidence } from '@samudra/contract/evidence'
import type { LonLatBox } from '@samudra/nautical/polygons/box'
import { Download, handle, type Handled } from '../../../platform/kernel/http/handle.ts'
import type { Clock } from '../../../platform/needs/clock.ts'
import { dossierOf, partsOf, type DossierNeeds } from './dossier.ts'
import { paperOf } from './paper.ts'
import { jsonOf } from './evidence-parts.ts'

type Needs = DossierNeeds & {
  clock: Clock
  product: string
  land: (box: LonLatBox) => Promise<[number, number][][]>
}

export const evidenceOps = (needs: Needs): Handled[] => [
  handle(getEvidence, async ({ input: { kind, id, format = 'pdf' }, caller, record }) => {
    record({ objectType: kind === 'alert' ? 'alert' : 'vessel_event', objectId: id })
    const dossier = await dossierOf(needs, { kind, id }, caller)
    const hashed = partsOf(dossier)
    const { sha256, parts } = hashed
    const hashes = Object.fromEntries(parts.map(({ name, sha256: hash }) => [name, hash]))
    record({ after: { format, sha256, parts: hashes } })
    const made_at = new Date(needs.clock.now()).toISOString()
    const { title } = dossier.finding
    const about = { title, kind, id, made_at, made_by: caller.username, product: needs.product }
    const name = `evidence-${kind}-${id.replaceAll(/[^\w-]/g, '_').slice(0, 40)}`
    if (format === 'json')
      return new Download({ name: `${name}.json`, content_type: 'application/json', sha256 }, [
        jsonOf(about, hashed),
      ])
    const pdf = await paperOf({ dossier, hashed, about, land: needs.land })
    return new Download({ name: `${name}.pdf`, content_type: 'application/pdf', sha256 }, [pdf])
  }),
]
