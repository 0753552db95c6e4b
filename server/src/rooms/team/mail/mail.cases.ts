import * as accounts from '@samudra/contract/mail-accounts'
import * as boxes from '@samudra/contract/mail-boxes'
import * as calls from '@samudra/contract/mail-calls'
import * as files from '@samudra/contract/mail-files'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const FOLDER = 'server/src/rooms/team/mail'
const CALLS = { elsewhere: `${FOLDER}/mail-calls.test.ts` }
const COMPOSE = { elsewhere: `${FOLDER}/compose/compose.test.ts` }
const BOXES = { elsewhere: `${FOLDER}/boxes/mailboxes.test.ts` }
const ACCOUNTS = { elsewhere: `${FOLDER}/transport/mail-peers.test.ts` }
const CONTENT = { elsewhere: `${FOLDER}/reading/content.test.ts` }

export const CASES = [
  parameterCase(calls.sendMail, COMPOSE),
  parameterCase(calls.saveDraft, COMPOSE),
  parameterCase(calls.sendDraftMail, COMPOSE),
  parameterCase(calls.undoSendMail, COMPOSE),
  parameterCase(calls.retryMail, COMPOSE),
  parameterCase(calls.replyMail, COMPOSE),
  parameterCase(calls.forwardMail, COMPOSE),
  parameterCase(files.uploadMailFile, COMPOSE),
  parameterCase(calls.getMails, CALLS),
  parameterCase(calls.getMail, CALLS),
  parameterCase(calls.getConversation, CALLS),
  parameterCase(calls.unreadMails, CALLS),
  parameterCase(calls.markStarred, CALLS),
  parameterCase(calls.setFlag, CALLS),
  parameterCase(calls.moveToTrash, CALLS),
  parameterCase(calls.selectedMailMoveToTrash, CALLS),
  parameterCase(calls.deleteMailFromTrash, CALLS),
  parameterCase(calls.deleteSelectedMailFromTrash, CALLS),
  parameterCase(calls.emptyTrash, CALLS),
  parameterCase(calls.moveToSpam, CALLS),
  parameterCase(calls.moveMails, CALLS),
  parameterCase(calls.readReceiptMail, COMPOSE),
  parameterCase(calls.setAnswering, BOXES),
  parameterCase(files.getAttachments, CONTENT),
  parameterCase(files.getMailSource, CONTENT),
  parameterCase(files.exportMail, CONTENT),
  parameterCase(files.exportHeldMail, CONTENT),
  parameterCase(boxes.getMailFolders, BOXES),
  parameterCase(boxes.saveMailFolder, BOXES),
  parameterCase(boxes.deleteMailFolder, BOXES),
  parameterCase(boxes.getMailTexts, BOXES),
  parameterCase(boxes.saveMailText, BOXES),
  parameterCase(boxes.deleteMailText, BOXES),
  parameterCase(boxes.getMailContacts, BOXES),
  parameterCase(boxes.saveMailContact, BOXES),
  parameterCase(boxes.deleteMailContact, BOXES),
  parameterCase(boxes.getBlockedSenders, BOXES),
  parameterCase(boxes.setBlockedSender, BOXES),
  parameterCase(accounts.saveMailAccount, ACCOUNTS),
  parameterCase(accounts.deleteMailAccount, ACCOUNTS),
]
