/** Words of the audit record for steps without an operation of the main API, by code. */
export const CLOCK_ACTIONS = {
  'alert escalated': 'Escalated an unassigned alert',
  'rule acted': 'Ran the actions of a rule',
  'alert shown again': 'Showed an alert again after shelving',
  'chat channel opened': 'Opened a chat channel',
  'chat channel changed': 'Changed a chat channel',
  'chat channel archived': 'Archived a chat channel',
  'chat channel restored': 'Restored a chat channel',
  'chat members added': 'Added members to a chat channel',
  'chat member removed': 'Removed a member from a chat channel',
  'chat message deleted': 'Deleted a chat message',
  'chat login': 'Logged in to the chat with a program',
} as const satisfies Readonly<Record<string, string>>
export type ClockAction = keyof typeof CLOCK_ACTIONS
