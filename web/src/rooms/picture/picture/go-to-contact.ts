import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { toast } from '../../../kit/toasts.ts'
import { pastParameters } from '../../../time/clock.store.ts'
import { call } from '../../../wire/call.ts'
import { useWire } from '../../../wire/transport.ts'
import { heldContact } from './held/held-contacts.ts'
import { usePicture } from './held/picture.store.ts'

/** Selects a contact and brings the chart there. */
export async function goToContact(mmsi: string, split?: number) {
  const held = useWire.getState().link === 'lost' ? heldContact({ mmsi, split: split ?? 0 }) : null
  if (held !== null) return show(mmsi, held.split, held)
  try {
    const found = await call(getAisDetailsByVessel, {
      mmsi,
      ...(split === undefined ? {} : { split_id: split }),
      ...pastParameters(),
    })
    show(mmsi, found.split_id, found)
  } catch (error) {
    toast((error as Error).message, 'bad')
  }
}

function show(mmsi: string, split: number, { longitude, latitude }: { longitude: number; latitude: number }) {
  usePicture.getState().bring({ mmsi, split }, { lon: longitude, lat: latitude })
}
