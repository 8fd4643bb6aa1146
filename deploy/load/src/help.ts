import { printDuration } from './duration.ts'
import { scenarios } from './scenarios.ts'

const lines = Object.entries(scenarios).map(
  ([name, { about, rate, seconds }]) =>
    `  ${name.padEnd(9)} ${about}\n            unless said: ${rate} a second for ${printDuration(seconds * 1_000)}`,
)

export const help = `npm run load -- --scenario <name> [options]

Sends people to a platform and writes down how they fared. They come when they come: the
moments at which journeys begin are fixed before the first is sent, and every answer is timed
from the moment at which it was to be asked, so a slow server is not flattered.

Scenarios
${lines.join('\n')}

Load
  --target <origin>       the platform; nothing is sent to any other (http://127.0.0.1:8080)
  --rate <n>              journeys that begin per second; each is some 15 requests
  --duration <time>       how long they keep coming: 45s, 10m, 2h
  --think <time>          how long a person looks at a page, on average (2s; 0 for none)
  --arrival <kind>        poisson, as people come (default), or even
  --seed <n>              the same arrivals and choices as in another run
  --timeout <time>        when an answer is given up (10s); it counts with the time it took
  --grace <time>          for journeys under way when the last has begun (30s)

People
  --accounts <n>          so many learners are signed up before the clock starts, and the
                          journeys go on with their sessions; without it each signs up and out
  --forwarded-for         every journey claims an address of its own (X-Forwarded-For, out of
                          198.18.0.0/15); counts only where the target trusts this machine
                          as its proxy: TRUST_PROXY
  --admin-email <e-mail>  who signs in as an admin, else ADMIN_EMAIL; the password is read from
                          ADMIN_PASSWORD alone
  --yes-create-accounts   needed where the target is not this machine: learners sign up there,
                          and their accounts stay (load-…@load-test.example)
  --yes-change-questions  needed likewise: admins import questions there, and take them out

Verdict
  --objective <what>      may be given again, or several with commas; if one is missed, the
                          command ends with 1.
                            p50<40ms  p99<300ms  p99.9<=1s  max<2s  mean<50ms
                            errors<1%  completed>99%  throughput>50
                            answer:p99<200ms   of one step alone
  --report <file>         the report, one HTML file (.data/load/<scenario>-<time>.html)
  --json <file>           the same figures for other programs

Signing up is limited to 30 a minute from one address, and signing in to 100; both cost the
target a password hash, some 0.2 s of a core. Against a platform of your own, start that with
RATE_LIMIT_REGISTER=0, RATE_LIMIT_SIGNIN_ADDRESS=0 and RATE_LIMIT_SIGNIN_ACCOUNT=0, or use
--accounts or --forwarded-for. Whatever a limit refuses is shown as limited, and is an error.

Ctrl-C ends a run early and still writes its report. Ends with 0, with 1 when an objective was
missed or nothing was answered, and with 2 when the command could not be followed.
`
