import * as identity from './identity-stories.ts'
import * as jams from './jamming-stories.ts'
import * as looks from './look-alikes.ts'
import * as moves from './movement-stories.ts'
import { JAMMING, type Stage } from './story.ts'
import * as places from './whereabouts-stories.ts'

/** A story, and the detectors a look-alike is made to mislead: none where it is what it looks like. */
export type Story = { name: string; looksLike: readonly string[]; play: (stage: Stage) => void }
const real = (name: string, play: Story['play']): Story => ({ name, looksLike: [], play })
const lookAlike = (name: string, looksLike: string, play: Story['play']): Story => ({
  name,
  looksLike: looksLike === JAMMING ? [JAMMING] : looksLike.split(' '),
  play,
})

export const STORIES: readonly Story[] = [
  real('two ships meet at sea for hours', moves.meetsAtSea),
  real('two ships meet at sea for an hour, closer', moves.meetsBriefly),
  real('a ship meets a fishing boat', moves.meetsFishingBoat),
  real('a ship loiters', moves.loiters),
  real('a ship stops within minutes', moves.stopsAbruptly),
  real('a tanker is faster than tankers are', moves.tooFastForHerTrade),
  real('a ship turns within minutes', moves.turnsAbruptly),
  real('a ship turns back unheard', moves.turnsBackUnheard),
  real('a ship goes silent in good reception', moves.fallsSilent),
  real('a ship jumps about', places.jumpsAbout),
  real('a ship sails on land', places.sailsOnLand),
  real('a ship reports a false speed', places.reportsFalseSpeed),
  real('a ship reports 0° 0°', places.liesAtNull),
  real('a ship is heard from too far', places.receivedFromTooFar),
  real('a ship of the day sails at night', places.sailsAtNight),
  real('a ship seldom transmits', places.seldomTransmits),
  real('a ship leaves the lanes', places.leavesTheLanes),
  real('a foreign ship passes the lines', places.passesTheLines),
  real('a ship enters the area', places.entersArea),
  real('a ship has a bad IMO number', identity.hasBadImo),
  real('a ship changes her IMO number', identity.changesImo),
  real('a ship changes her name', identity.changesName),
  real('two ships share a number', identity.sharesNumber),
  real('a ship has a number of no country', identity.hasIllegalNumber),
  real('a ship is blacklisted', identity.isBlacklisted),

  lookAlike(
    'a fishing fleet',
    'ENCOUNTER_EVENT LOITERING_EVENT COURSE_CHANGE SPEED_CHANGE DEAD_REACON',
    moves.fishingFleet,
  ),
  lookAlike(
    'heard by satellites alone',
    'FEED_DELAY DEAD_REACON SPOOFING_EVENT ABNORMAL_TIME COURSE_CHANGE',
    moves.satelliteOnly,
  ),
  lookAlike(
    'ships at their berths',
    'ENCOUNTER_EVENT LOITERING_EVENT SPOOFING_EVENT HDB_SCAN',
    looks.liesAtBerth,
  ),
  lookAlike('ships at anchor', 'ENCOUNTER_EVENT LOITERING_EVENT', looks.liesAtAnchor),
  lookAlike('a barge bunkers a ship', 'ENCOUNTER_EVENT LOITERING_EVENT', looks.bunkers),
  lookAlike('a tug assists a ship', 'ENCOUNTER_EVENT LOITERING_EVENT', looks.isAssisted),
  lookAlike('a ship takes her pilot', 'ENCOUNTER_EVENT SPEED_CHANGE COURSE_CHANGE', looks.takesPilot),
  lookAlike('a ship turns with her lane', 'COURSE_CHANGE HDB_SCAN', looks.turnsInLane),
  lookAlike(
    'a ship turns with her lane, far out',
    'COURSE_CHANGE DEAD_REACON FEED_DELAY HDB_SCAN',
    looks.turnsInLaneFarOut,
  ),
  lookAlike('a ship sails up a river', 'SPOOFING_EVENT COURSE_CHANGE HDB_SCAN', looks.sailsUpRiver),
  lookAlike('a ship comes to port', 'SPEED_CHANGE COURSE_CHANGE LOITERING_EVENT', looks.arrivesAtPort),
  lookAlike('tankers wait for orders', 'LOITERING_EVENT ENCOUNTER_EVENT', looks.waitsForOrders),
  lookAlike('a ship avoids a storm', 'COURSE_CHANGE SPEED_CHANGE DEAD_REACON HDB_SCAN', looks.avoidsStorm),
  lookAlike('a fast ferry', 'SPOOFING_EVENT SPEED_CHANGE COURSE_CHANGE', looks.fastFerry),
  lookAlike(
    'a rescue helicopter',
    'SPOOFING_EVENT SPEED_CHANGE COURSE_CHANGE MMSI_DUPLICATE ILLEGAL_MMSI',
    looks.helicopter,
  ),
  lookAlike(
    'a clock that is wrong',
    'ABNORMAL_TIME SPOOFING_EVENT SPEED_CHANGE MMSI_DUPLICATE',
    looks.skewedClock,
  ),
  lookAlike('a feed fails', 'FEED_DELAY DEAD_REACON ABNORMAL_TIME', looks.feedFails),
  lookAlike('a ship that keeps hours', 'ABNORMAL_TIME', looks.keepsHours),
  lookAlike('a ship passes 0° 0°', 'SPOOFING_EVENT', looks.passesNull),
  lookAlike('a ship is silent at anchor', 'FEED_DELAY', places.silentAtAnchor),
  lookAlike('a ship leaves reception', 'FEED_DELAY DEAD_REACON ABNORMAL_TIME', places.leavesReception),
  lookAlike('a foreign ship passes outside the lines', 'TWELVE_NM TWENTY_FOUR_NM', places.passesOutside),
  lookAlike('a foreign ship passes between the lines', 'TWELVE_NM', places.passesBetweenLines),
  lookAlike('a ship of the country passes the lines', 'TWELVE_NM TWENTY_FOUR_NM', places.passesAtHome),
  lookAlike('a ship passes the area', 'AREA_OF_INTEREST', places.passesArea),
  lookAlike('a ship lies in the area', 'AREA_OF_INTEREST', places.liesInArea),
  lookAlike(
    'a class B boat with the number of nobody',
    'SPOOFING_EVENT MMSI_DUPLICATE IMO_MISMATCH ILLEGAL_IMO',
    identity.classBWithoutIdentity,
  ),
  lookAlike('a ship whose neighbours are blacklisted', 'BLACKLIST', identity.isNotBlacklisted),
  lookAlike('a ship writes her name otherwise', 'NAME_MISMATCH MMSI_DUPLICATE', identity.writesNameOtherwise),
  lookAlike('a boat without an IMO number', 'ILLEGAL_IMO IMO_MISMATCH', identity.hasNoImo),
]

/** Played after all others, so that what was drawn of a seed before stays as it was. */
export const LATER_STORIES: readonly Story[] = [
  real('ships are jammed', jams.isJammed),
  lookAlike('ships jump to one place one by one', JAMMING, jams.jumpOneByOne),
  lookAlike('few ships jump to one place', JAMMING, jams.fewJump),
  lookAlike('ships jump to many places', JAMMING, jams.jumpApart),
  lookAlike('ships anchor together', JAMMING, jams.anchorTogether),
  lookAlike('ships sail in company', JAMMING, jams.sailInCompany),
  lookAlike('ships under one wrong clock', JAMMING, jams.clocksTogether),
  lookAlike('ships are heard again together', JAMMING, jams.receivedAgainTogether),
]
