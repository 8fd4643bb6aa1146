import {
  BADGE_POINTS,
  type BadgeDefinedData,
  badgeDefinition,
  badgeDocument,
  definitionSubjects,
} from '@rehearse/contracts'
import { defineKind } from './kind.ts'

/** Badges. Progress awards them, by its own copy of their rules. */
export const badgeKind = defineKind({
  name: 'badges',
  noun: 'Badge',
  address: '/api/badges',
  document: badgeDocument,
  view: badgeDefinition,
  editable: false,
  filters: { rarity: 'rarity' },
  render: (badge) => ({ ...badge, points: BADGE_POINTS[badge.rarity] }),
  news: {
    defined: ({ id, revision, order, document }) => ({
      subject: definitionSubjects.badgeDefined,
      type: 'BadgeDefined',
      version: 1,
      data: {
        badgeId: id,
        revision,
        order,
        ...document,
        points: BADGE_POINTS[document.rarity],
      } satisfies BadgeDefinedData,
    }),
    removed: ({ id, revision }) => ({
      subject: definitionSubjects.badgeRemoved,
      type: 'BadgeRemoved',
      version: 1,
      data: { badgeId: id, revision },
    }),
  },
})
