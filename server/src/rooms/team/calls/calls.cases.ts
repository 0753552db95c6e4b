import * as calls from '@samudra/contract/calls'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const TRIED = { elsewhere: 'server/src/rooms/team/calls/calls.test.ts' }

export const CASES = [
  parameterCase(calls.startCall, TRIED),
  parameterCase(calls.joinCall, TRIED),
  parameterCase(calls.holdCall, TRIED),
  parameterCase(calls.inviteToCall, TRIED),
  parameterCase(calls.muteCall, TRIED),
  parameterCase(calls.callRejectNotification, TRIED),
  parameterCase(calls.callEndedNotification, TRIED),
  parameterCase(calls.getCallLog, TRIED),
]
