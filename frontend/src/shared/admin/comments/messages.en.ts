import type { ContentKind, NotificationReason } from '@rehearse/contracts'
import { featureMessages } from '../../i18n/feature-messages.ts'
import { pluralIn } from '../../i18n/plural.ts'

const n = pluralIn('en')

export const comments = {
  title: 'Comments',
  titleOpen: (open: number) => n(open, { zero: 'Comments', other: 'Comments (# open)' }),
  lead: 'Only people with an admin account see them.',
  empty: 'No comments yet. Write the first one below.',
  loadFailed: 'The comments could not be loaded',
  more: 'Show older comments',
  write: 'Add a comment',
  writeReply: 'Your reply',
  writeEdit: 'Edit your comment',
  hint: 'Type @ to mention someone. Markdown works.',
  about: 'About',
  whole: 'The whole path',
  send: 'Comment',
  reply: 'Reply',
  replyTo: (name: string) => `Reply to ${name}`,
  edit: 'Edit',
  save: 'Save comment',
  delete: 'Delete',
  deleteTitle: 'Delete this comment?',
  deleteText: 'This can’t be undone.',
  resolve: 'Resolve',
  reopen: 'Reopen',
  resolved: (name: string, when: string) => `Resolved by ${name}, ${when}`,
  edited: 'edited',
  deleted: 'This comment was deleted.',
  tooLong: (max: string) => `Use at most ${max} characters.`,
  sendFailed: 'The comment could not be saved',
  changeFailed: 'The change could not be saved',
  sent: 'Comment added',
  you: 'You',
  people: 'People',
  suggestions: (count: number) =>
    n(count, {
      zero: 'No one by this name',
      one: '# person. Press Enter to mention them.',
      other: '# people. Use the arrow keys, and Enter to choose.',
    }),
  present: (name: string) => `${name} has this open`,
  presentTwo: (one: string, two: string) => `${one} and ${two} have this open`,
  presentMany: (name: string, others: number) => n(others, { other: `${name} and # others have this open` }),

  notifications: 'Notifications',
  unread: (count: number) => n(count, { one: 'Notifications, # unread', other: 'Notifications, # unread' }),
  notificationsLead: 'Comments that mention you, replies in your threads, and comments on what you review.',
  noNotifications: 'No notifications yet',
  noNotificationsText: 'You’ll see one here when someone mentions you in a comment or replies to you.',
  notificationsFailed: 'The notifications could not be loaded',
  markAll: 'Mark all as read',
  markRead: 'Mark as read',
  markReadOf: (title: string) => `Mark as read: ${title}`,
  isUnread: 'Unread',
  reasons: {
    mention: (name: string) => `${name} mentioned you`,
    reply: (name: string) => `${name} replied in your thread`,
    review: (name: string) => `${name} commented on content you’re reviewing`,
  } satisfies Record<NotificationReason, (name: string) => string>,
  someone: 'Someone',
  showing: (from: string, to: string, of: string) => `Showing ${from} to ${to} of ${of}`,

  pageTitle: (title: string) => `Comments on "${title}"`,
  kinds: {
    questions: 'Question',
    category: 'Category',
    topic: 'Topic',
    section: 'Section',
    learning_path: 'Learning path',
    plans: 'Plan',
    challenges: 'Challenge',
    guides: 'Guide',
    resources: 'Resource',
    articles: 'Article',
    cheatsheets: 'Cheat sheet',
    'question-bank': 'Question bank item',
    'question-lists': 'Question list',
    jobs: 'Job',
  } satisfies Record<ContentKind, string> as Record<ContentKind, string>,
}

export type CommentMessages = typeof comments

export const useCommentMessages = featureMessages<CommentMessages>({
  en: () => comments,
  ar: async () => (await import('./messages.ar.ts')).comments,
})
