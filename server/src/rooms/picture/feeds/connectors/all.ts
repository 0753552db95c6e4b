import type { FeedKind } from '@samudra/contract/feeds'
import type { ConnectorFactory } from '../reading/connector.ts'
import { aiscatcherHttp, aiscatcherUdp } from './aiscatcher.ts'
import { aircraftJson } from './aircraft-json.ts'
import { aisstream } from './aisstream.ts'
import { nmeaFile } from './file.ts'
import { mqttSubscriber } from './mqtt.ts'
import { stdinNmea } from './stdin.ts'
import { tcpClient } from './tcp-client.ts'
import { tcpServer } from './tcp-server.ts'
import { udpNmea } from './udp.ts'

/** Connectors by kind of feed. */
export const CONNECTORS: Record<FeedKind, ConnectorFactory> = {
  'nmea-tcp': tcpClient,
  'nmea-tcp-server': tcpServer,
  'nmea-udp': udpNmea,
  'nmea-stdin': stdinNmea,
  'nmea-file': nmeaFile,
  'aiscatcher-http': aiscatcherHttp,
  'aiscatcher-udp': aiscatcherUdp,
  aisstream,
  mqtt: mqttSubscriber,
  'sbs-tcp': tcpClient,
  'sbs-tcp-server': tcpServer,
  'beast-tcp': tcpClient,
  'avr-tcp': tcpClient,
  'aircraft-json': aircraftJson,
}
