import { LOGO_WIDTHS } from '../constants.ts'

/** The wordmark in the theme's colors. */
export function Logo({ size = 'sm' }: { size?: keyof typeof LOGO_WIDTHS }) {
  const width = LOGO_WIDTHS[size]
  return (
    <svg
      role="img"
      aria-label="Rehearse"
      viewBox="0 0 140 32"
      width={width}
      height={(width * 32) / 140}
      direction="ltr"
    >
      <circle cx="15" cy="16" r="15" fill="var(--accent-soft)" />
      <circle cx="15" cy="16" r="7" fill="var(--accent)" />
      <text
        x="36"
        y="23.5"
        fill="var(--text)"
        fontFamily="var(--font-ui)"
        fontWeight="600"
        fontSize="23"
        letterSpacing="-0.2"
      >
        Rehearse
      </text>
    </svg>
  )
}
