export function Stopwatch({ now = Date.now }: { now?: () => number }) {
  return (
    <div>
      <p role="timer">00:00.00</p>
    </div>
  )
}
