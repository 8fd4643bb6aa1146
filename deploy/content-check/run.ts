import { type ContentReport, checkContent, type Finding } from './src/check-content.ts'

/**
 * `npm run content:check`: proves the shipped questions by running them, and reports path by path.
 * `npm run content:check -- react-mastery` takes the files whose names begin so.
 */
const folder = new URL('../../services/questions/content/questions/', import.meta.url)
const [only] = process.argv.slice(2)

const { stderr } = process
const report = await checkContent(folder, tell, only)
if (stderr.isTTY) stderr.write('\r\u001b[K')
print(report)
process.exitCode = report.faults.length === 0 ? 0 : 1

function tell(done: number, all: number): void {
  if (stderr.isTTY) stderr.write(`\r\u001b[K${done} of ${all} questions`)
  else if (done % 100 === 0 || done === all) stderr.write(`${done} of ${all} questions\n`)
}

function print({ findings, faults }: ContentReport): void {
  const paths = Map.groupBy(findings, ({ file }) => file.split('/')[0] ?? file)
  process.stdout.write(`${line('path', 'questions', 'run', 'beg/int/adv')}\n`)
  for (const [path, ofPath] of [...paths].sort()) process.stdout.write(`${row(path, ofPath)}\n`)
  process.stdout.write(`${row('all', findings)}\n`)
  for (const fault of faults) process.stdout.write(`✗ ${fault}\n`)
}

function row(name: string, findings: readonly Finding[]): string {
  const proven = findings.filter(({ state }) => state === 'proven').length
  const spread = ['beginner', 'intermediate', 'advanced']
    .map((level) => findings.filter(({ question }) => question.difficulty === level).length)
    .join('/')
  return line(name, String(findings.length), String(proven), spread)
}

function line(path: string, questions: string, run: string, spread: string): string {
  return `${path.padEnd(28)}${questions.padStart(9)}${run.padStart(6)}${spread.padStart(14)}`
}
