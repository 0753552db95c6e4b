import * as calls from '@samudra/contract/calls'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const CALLS = { elsewhere: 'server/src/rooms/team/calls/calls.test.ts' }

export const CASES = [
  parameterCase(calls.startCall, CALLS),
  parameterCase(calls.joinCall, CALLS),
  parameterCase(calls.callRejectNotification, CALLS),
  parameterCase(calls.callEndedNotification, CALLS),
  parameterCase(calls.inviteToCall, CALLS),
  parameterCase(calls.holdCall, CALLS),
  parameterCase(calls.muteCall, CALLS),
  parameterCase(calls.getCallLog, CALLS),
]
