import * as calls from '@samudra/contract/forum-calls'
import * as moderation from '@samudra/contract/forum-moderation'
import * as posts from '@samudra/contract/forum-posts'
import * as reading from '@samudra/contract/forum-reading'
import { parameterCase } from '../../../../testing/parameters/row.ts'

const FOLDER = 'server/src/rooms/team/forum'
const CALLS = { elsewhere: `${FOLDER}/forum-calls.test.ts` }
const POSTS = { elsewhere: `${FOLDER}/posts/post-changes.test.ts` }
const MODERATION = { elsewhere: `${FOLDER}/moderation/moderation.test.ts` }
const SEARCH = { elsewhere: `${FOLDER}/search/forum-search.test.ts` }
const STORAGE = { elsewhere: `${FOLDER}/storage/forum-storage.test.ts` }
const PARAMETERS = { elsewhere: `${FOLDER}/forum-parameters.test.ts` }

export const CASES = [
  parameterCase(calls.getForumUser, PARAMETERS),
  parameterCase(calls.getForumUserPosts, PARAMETERS),
  parameterCase(calls.createForumCategory, PARAMETERS),
  parameterCase(calls.updateForumCategory, PARAMETERS),
  parameterCase(calls.deleteForumCategory, PARAMETERS),
  parameterCase(calls.restoreForumCategory, MODERATION),
  parameterCase(calls.getForumCategoryDetails, PARAMETERS),
  parameterCase(calls.getForumTopics, PARAMETERS),
  parameterCase(calls.createForumTopic, PARAMETERS),
  parameterCase(calls.updateForumTopic, PARAMETERS),
  parameterCase(calls.deleteForumTopic, MODERATION),
  parameterCase(calls.getForumTopicDetails, PARAMETERS),
  parameterCase(calls.getForumTopicsOfObject, SEARCH),
  parameterCase(calls.getSimilarForumTopics, SEARCH),
  parameterCase(calls.getForumTags, SEARCH),
  parameterCase(calls.searchForum, PARAMETERS),
  parameterCase(posts.getForumPosts, CALLS),
  parameterCase(posts.getForumPost, POSTS),
  parameterCase(posts.getForumPostReplies, CALLS),
  parameterCase(posts.addForumPosts, PARAMETERS),
  parameterCase(posts.replyToPost, PARAMETERS),
  parameterCase(posts.updateForumPost, PARAMETERS),
  parameterCase(posts.deleteForumPost, POSTS),
  parameterCase(posts.restoreForumPost, POSTS),
  parameterCase(posts.getForumPostEdits, POSTS),
  parameterCase(posts.likeForumPost, POSTS),
  parameterCase(posts.getForumLikes, PARAMETERS),
  parameterCase(posts.bookmarkForumPost, POSTS),
  parameterCase(posts.getForumBookmarks, PARAMETERS),
  parameterCase(posts.uploadForumFile, POSTS),
  parameterCase(posts.getForumFiles, PARAMETERS),
  parameterCase(posts.exportForumTopic, STORAGE),
  parameterCase(posts.exportHeldForum, STORAGE),
  parameterCase(reading.markForumRead, CALLS),
  parameterCase(reading.markAllForumRead, CALLS),
  parameterCase(reading.setForumWatch, CALLS),
  parameterCase(reading.setForumOpen, PARAMETERS),
  parameterCase(reading.saveForumDraft, PARAMETERS),
  parameterCase(reading.deleteForumDraft, POSTS),
  parameterCase(moderation.pinForumTopic, MODERATION),
  parameterCase(moderation.lockForumTopic, MODERATION),
  parameterCase(moderation.setForumAnswer, MODERATION),
  parameterCase(moderation.moveForumTopic, MODERATION),
  parameterCase(moderation.splitForumTopic, MODERATION),
  parameterCase(moderation.mergeForumTopic, MODERATION),
  parameterCase(moderation.restoreForumTopic, MODERATION),
  parameterCase(moderation.flagForumPost, MODERATION),
  parameterCase(moderation.getForumFlags, PARAMETERS),
  parameterCase(moderation.decideForumFlag, MODERATION),
  parameterCase(moderation.muteForumUser, MODERATION),
]
