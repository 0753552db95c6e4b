import { IconMessageShare, IconPhone } from '@tabler/icons-react'
import { wishCall } from '../../../kit/share/call-wish.store.ts'
import { shareInChat } from '../../../kit/share/share.store.ts'
import type { MapPart } from '../../../map/workbench/part.ts'
import { serverNow } from '../../../wire/transport.ts'
import { viewCard } from '../../../map/cards/card.ts'

/** Ways from the map into the chat: the vessel of a card or menu, and the map as it is shown. */
export const chatPart: MapPart = {
  menu: ({ ship }) => [
    ...(ship === null
      ? []
      : [
          {
            id: 'share-vessel',
            label: 'Share in chat…',
            Icon: IconMessageShare,
            section: 'Ship' as const,
            rank: 9,
            act: () =>
              shareInChat({ kind: 'vessel', id: ship.mmsi, label: ship.name || `MMSI ${ship.mmsi}` }),
          },
        ]),
    ...(ship === null
      ? []
      : [
          {
            id: 'call-about-vessel',
            label: 'Call about it…',
            Icon: IconPhone,
            section: 'Ship' as const,
            rank: 9,
            act: () =>
              wishCall({
                kind: 'AUDIO',
                userIds: [],
                subject: { kind: 'vessel', id: ship.mmsi, label: ship.name || `MMSI ${ship.mmsi}` },
              }),
          },
        ]),
    {
      id: 'share-view',
      label: 'Share this view in chat…',
      Icon: IconMessageShare,
      section: 'Place',
      isOfMenu: true,
      act: () => shareInChat(viewCard(window.location.search, serverNow())),
    },
  ],
}
