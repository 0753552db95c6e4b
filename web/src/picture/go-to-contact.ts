import { getAisDetailsByVessel } from '@samudra/contract/picture'
import { toast } from '../kit/toasts.ts'
import { askedPast } from '../time/clock.store.ts'
import { call } from '../wire/call.ts'
import { usePicture } from './picture.store.ts'

/** Selects a contact and brings the chart there. */
export async function goToContact(mmsi: string, split?: number) {
  try {
    const found = await call(getAisDetailsByVessel, {
      mmsi,
      ...(split === undefined ? {} : { split_id: split }),
      ...askedPast(),
    })
    usePicture.getState().select({ mmsi, split: found.split_id })
    usePicture.setState({ goTo: { lon: found.longitude, lat: found.latitude } })
  } catch (error) {
    toast((error as Error).message, 'bad')
  }
}
