/** What leaves the window from a race that is over: read when there is one, as the start has no use for it. */

import { ShareMenu } from "../../charts/ShareMenu";
import { strings } from "../../strings/strings";
import { type Shared, sharingOf } from "./share";

export function ShareRace({ shared }: { shared: Shared }) {
  return <ShareMenu sharing={sharingOf(shared)} words={strings.share} />;
}
