import type { BadgeDefinition } from '@rehearse/contracts'

/** A badge's motif as a line drawing in a 24-unit square. */
export const badgeMotifs: Readonly<Partial<Record<string, string>>> = {
  anchor: 'M12 6.5V20M12 6.5a2 2 0 1 0 0-4a2 2 0 0 0 0 4ZM8 10h8M4 14c.5 4 4 6 8 6s7.5-2 8-6',
  atom: 'M12 12h.01M2.5 12a9.5 3.7 0 1 0 19 0a9.5 3.7 0 1 0-19 0M16.75 20.23A9.5 3.7 60 1 0 7.25 3.77A9.5 3.7 60 1 0 16.75 20.23M7.25 20.23A9.5 3.7 120 1 0 16.75 3.77A9.5 3.7 120 1 0 7.25 20.23',
  braces:
    'M9 4C6.5 4 7 8 6.5 10C6.2 11.3 5 12 4 12c1 0 2.2.7 2.5 2c.5 2 0 6 2.5 6M15 4c2.5 0 2 4 2.5 6c.3 1.3 1.5 2 2.5 2c-1 0-2.2.7-2.5 2c-.5 2 0 6-2.5 6',
  calendar: 'M4.5 6h15v14h-15ZM4.5 10.5h15M8.5 3.5v4M15.5 3.5v4M8.5 15h2M13.5 15h2',
  cards: 'M8.5 7.5h11.5v13H8.5ZM4.5 16.5V3.5H16',
  check: 'M4 12.5L9.5 18L20 6',
  clipboard: 'M6 5h12v16H6ZM9 3.5h6v3H9ZM9 13.5l2.2 2.2l4-4.5',
  code: 'M8 6L3 12l5 6M16 6l5 6l-5 6M13.5 4l-3 16',
  compass: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M15.5 8.5l-2 5l-5 2l2-5Z',
  flag: 'M6 21V4M6 4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  flame:
    'M12 3c.5 3.5 5.5 5.5 5.5 11a5.5 5.5 0 0 1-11 0c0-2.5 1.2-4 2.2-5.2c.3 1.6 1 2.4 1.8 2.7C10 8.5 10.5 5.5 12 3Z',
  footprints:
    'M8 4c2 0 3 2 3 4.5S10 13 8 13s-3-2-3-4.5S6 4 8 4ZM6.5 16h3M16 8c2 0 3 2 3 4.5S18 17 16 17s-3-2-3-4.5S14 8 16 8ZM14.5 20h3',
  hammer: 'M12.5 8.5L4 17l3 3l8.5-8.5M10.5 6.5L14 3l7 7l-2.5 2.5l-2-1l-5-5Z',
  mountain: 'M2.5 20L9 8l4 7l2.5-4l6 9ZM9 8V3.5l3.5 1.3L9 6.2',
  palette:
    'M12 3a9 9 0 1 0 0 18c1.6 0 2-1 1.5-2.2c-.6-1.4.3-2.8 2-2.8H18a3 3 0 0 0 3-3c0-5.5-4-10-9-10ZM7.5 11.5h.01M11 7.5h.01M15.5 8.5h.01',
  shield: 'M12 3l7.5 3v5.5c0 4.6-3 8-7.5 9.5c-4.5-1.5-7.5-4.9-7.5-9.5V6ZM9 11.5l2.2 2.2l4-4',
  sparkles:
    'M2.5 12L5.5 9l3 3l-3 3ZM9 12l3-3l3 3l-3 3ZM15.5 12l3-3l3 3l-3 3ZM12 3.5v2M12 18.5v2M5.5 5v1M18.5 5v1',
  stairs: 'M3 21h4.5v-4H12v-4h4.5V9H21M4 11l6-6M6 5h4v4',
  star: 'M12 3l2.7 5.7l6.3.8l-4.6 4.3l1.2 6.2L12 17l-5.6 3l1.2-6.2L3 9.5l6.3-.8Z',
  sun: 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6L7 7M17 17l1.4 1.4M5.6 18.4L7 17M17 7l1.4-1.4',
  target: 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M7.5 12a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M12 12h.01',
  type: 'M4 9V5.5h16V9M12 5.5V19M9 19h6',
}

/** The fallback motif: a medal. */
export const plainMotif = 'M7 9a5 5 0 1 0 10 0a5 5 0 1 0-10 0M9 13.5L7.5 21l4.5-2.5l4.5 2.5L15 13.5'

/** The rim in a 48-unit square: the rarer the badge, the more corners. */
export const badgeRims: Readonly<Record<BadgeDefinition['rarity'], string>> = {
  common: 'M3 24a21 21 0 1 0 42 0a21 21 0 1 0-42 0',
  rare: 'M24 2.5L42.6 13.25v21.5L24 45.5L5.4 34.75v-21.5Z',
  epic: 'M15.5 3h17L45 15.5v17L32.5 45h-17L3 32.5v-17Z',
  legendary:
    'M24 1.5L29.1 4.9L35.2 4.5L38 10L43.5 12.8L43.1 18.9L46.5 24L43.1 29.1L43.5 35.2L38 38L35.2 43.5L29.1 43.1L24 46.5L18.9 43.1L12.8 43.5L10 38L4.5 35.3L4.9 29.1L1.5 24L4.9 18.9L4.5 12.7L10 10L12.7 4.5L18.9 4.9Z',
}
