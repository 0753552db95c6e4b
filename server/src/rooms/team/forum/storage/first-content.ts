import type { FORUM_POSTING } from '@samudra/contract/forum'

/** Category of a new installation, with its welcome topic. Ids are fixed: what was deleted is not made again. */
export type FirstCategory = {
  id: string
  name: string
  description: string
  color: string
  posting: (typeof FORUM_POSTING)[number]
  topic: { title: string; body: string }
}

export const FIRST_CATEGORIES: readonly FirstCategory[] = [
  {
    id: 'forum-announcements',
    name: 'Announcements',
    description: 'News of the centre for everybody. Administrators and moderators post here.',
    color: '#c62828',
    posting: 'MODERATORS',
    topic: {
      title: 'Welcome to the forum',
      body: `The forum holds what is worth finding again. Use the chat for what matters in the next minutes.

- **Announcements** are for everybody. Administrators and moderators post here.
- **Watch floor** is for questions and reports of the daily watch.
- **Knowledge** collects procedures, contacts and lessons.

Watch a category to be notified of new topics. Mute one that you do not need.`,
    },
  },
  {
    id: 'forum-watch-floor',
    name: 'Watch floor',
    description: 'Questions, observations and reports of the daily watch.',
    color: '#1565c0',
    posting: 'SEERS',
    topic: {
      title: 'How to write a good topic',
      body: `1. Name the vessel, the area and the time in the title.
2. Link the vessel, alert or event, so that readers open it with one click.
3. State what was seen, by which source, and what you ask for.
4. Mark the post that answers your question.

Mention a colleague with @ and the user name, or a whole group with @ and its name.`,
    },
  },
  {
    id: 'forum-knowledge',
    name: 'Knowledge',
    description: 'Procedures, contacts, lessons, and how things are done here.',
    color: '#2e7d32',
    posting: 'SEERS',
    topic: {
      title: 'What to write in Knowledge',
      body: `Write here what a new watch officer should be able to find:

- procedures and check lists,
- contacts of other centres and agencies,
- lessons of past events,
- answers to questions that come again.

Edit a topic when it is out of date. Its history shows who changed what.`,
    },
  },
]
