import type { CallParticipant } from '@samudra/contract/calls'
import { IconMicrophoneOff, IconScreenShare } from '@tabler/icons-react'
import { useCallback, type MouseEvent } from 'react'
import { PresenceDot } from '../../../../kit/people/PresenceDot.tsx'
import { participantText } from '../call-texts.ts'
import type { PeerLine } from '../calls.store.ts'
import { useDevices } from '../media/devices.ts'

type Props = { person: CallParticipant; line: PeerLine | undefined; isSpeaking: boolean }

/** One other participant: picture or initials, name, and what is wrong. */
export function PeerTile({ person, line, isSpeaking }: Props) {
  const hasPicture = (person.camera || person.screen) && line?.stream != null
  const words = participantText(person)
  return (
    <figure
      className="call-tile"
      data-speaking={isSpeaking || undefined}
      data-screen={person.screen || undefined}
      aria-label={person.username}
    >
      {hasPicture && <Picture stream={line.stream!} isWhole={person.screen} />}
      {!hasPicture && <Initials name={person.username} />}
      {line?.stream != null && <Sound stream={line.stream} />}
      <figcaption>
        <PresenceDot userId={person.userId} />
        <span>{person.username}</span>
        {person.muted && words === '' && <IconMicrophoneOff size={14} aria-label="Muted" />}
        {person.screen && <IconScreenShare size={14} aria-label="Shares a screen" />}
        {words !== '' && <span className="dim">{words}</span>}
      </figcaption>
    </figure>
  )
}

/** Own picture, small and mirrored as in a mirror; a shared screen is not. */
export const OwnPicture = ({ stream, isScreen }: { stream: MediaStream; isScreen: boolean }) => (
  <figure className="call-own" data-mirrored={!isScreen || undefined} aria-label="Your video">
    <Picture stream={stream} isWhole={isScreen} />
  </figure>
)

const Initials = ({ name }: { name: string }) => (
  <span className="call-initials" aria-hidden>
    {name
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '')
      .slice(0, 2)
      .map((word) => word[0]!.toUpperCase())
      .join('')}
  </span>
)

function Picture({ stream, isWhole }: { stream: MediaStream; isWhole: boolean }) {
  const show = useCallback((element: HTMLVideoElement | null) => play(element, stream), [stream])
  const enlarge = ({ currentTarget: element }: MouseEvent<HTMLVideoElement>) => {
    if (!document.pictureInPictureEnabled) return
    if (document.pictureInPictureElement === element) void document.exitPictureInPicture()
    else void element.requestPictureInPicture().catch(() => undefined)
  }
  return (
    <video
      ref={show}
      autoPlay
      playsInline
      muted
      data-whole={isWhole || undefined}
      title="Double-click to open in a separate window"
      onDoubleClick={enlarge}
    />
  )
}

function Sound({ stream }: { stream: MediaStream }) {
  const speaker = useDevices((state) => state.speaker)
  const show = useCallback(
    (element: HTMLAudioElement | null) => {
      if (element !== null && 'setSinkId' in element)
        void element.setSinkId(speaker ?? '').catch(() => undefined)
      play(element, stream)
    },
    [stream, speaker],
  )
  return <audio ref={show} autoPlay />
}

function play(element: HTMLMediaElement | null, stream: MediaStream) {
  if (element === null || element.srcObject === stream) return
  element.srcObject = stream
  void element.play().catch(() => undefined)
}
