import { classNames } from './class-names.ts'
import styles from './course-glyph.module.css'

/** The mark of each shipped learning path, drawn as lines on a grid of 24. */
const glyphs: Readonly<Record<string, string>> = {
  'frontend-basics': 'M3 5h18v14H3zM3 9.5h18M6 7.2h.01M9 7.2h.01',
  'advanced-css': 'M4 4h7v16H4zM14 4h6v7h-6zM14 14h6v6h-6z',
  'javascript-deep-dive': 'M9 4c-4 0-1 7-5 8 4 1 1 8 5 8M15 4c4 0 1 7 5 8-4 1-1 8-5 8M12 12h.01',
  'react-mastery':
    'M21 12A9 3.5 0 1 1 3 12 9 3.5 0 1 1 21 12M16.5 19.8A9 3.5 60 1 1 7.5 4.2 9 3.5 60 1 1 16.5 19.8M16.5 4.2A9 3.5 -60 1 1 7.5 19.8 9 3.5 -60 1 1 16.5 4.2',
  'typescript-essentials': 'M7 6l-4 6 4 6M17 6l4 6-4 6M9 9h6M12 9v7',
  'testing-strategies': 'M9 3h6M10.5 3v6L5.6 18A2 2 0 0 0 7.4 21h9.2a2 2 0 0 0 1.8-3L13.5 9V3M8 15h8',
  'performance-optimization': 'M4.5 18.5a9 9 0 1 1 15 0M12 14l4.5-5M12 14h.01',
  'security-essentials': 'M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM9 12l2 2 4-4',
  'system-design': 'M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4',
  'build-tools-mastery': 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9',
  'api-integration': 'M4 8h15l-4-4M20 16H5l4 4',
  'ai-tools-integration': 'M11 5l2 6 6 2-6 2-2 6-2-6-6-2 6-2zM19 3v4M17 5h4',
  'interview-preparation': 'M3 4h12v8H8l-3 3v-3H3zM18 9h3v8h-2v3l-3-3h-5v-2',
  'advanced-architectures': 'M3 9l9-5 9 5zM5 9v8M10 9v8M14 9v8M19 9v8M3 20h18',
  'javascript-practice': 'M4 5h16v14H4zM7 9.5l3 2.5-3 2.5M12 15h5',
  'css-practice': 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11zM9 14a3 3 0 0 0 3 3',
  'html-practice': 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 5l-4 14',
  'react-practice': 'M4 4h16v16H4zM8.5 8.5h7v7h-7zM12 12h.01',
  'interview-questions':
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.7a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.8M12 16.7h.01',
  'english-learning': 'M12 6c-2-2-5-2-8-2v14c3 0 6 0 8 2 2-2 5-2 8-2V4c-3 0-6 0-8 2zM12 6v14',
}

/** The mark of a learning path wherever it appears. A path without a drawing shows its first letter. */
export function CourseGlyph({
  pathId,
  title,
  className,
}: {
  pathId: string
  title: string
  className?: string | undefined
}) {
  const lines = glyphs[pathId]
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={classNames(styles.glyph, className)}>
      {lines ? (
        <path d={lines} />
      ) : (
        <>
          <rect x="3" y="3" width="18" height="18" rx="4" />
          <text x="12" y="16" textAnchor="middle">
            {[...title.trim()][0]?.toUpperCase()}
          </text>
        </>
      )}
    </svg>
  )
}
