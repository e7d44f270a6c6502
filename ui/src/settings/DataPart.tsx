/** The data folder: size, verification, backups, retention. */

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Preferences, useBackend, type Verification } from "../backend/backend";
import { keys, useDataFolder } from "../backend/queries";
import { fileSize } from "../strings/numbers";
import { strings } from "../strings/strings";
import { Button } from "../ui/controls";
import { copyAndSay } from "../ui/copyAndSay";
import { useChangePreferences } from "../ui/preferences";
import { address } from "../ui/route";
import { note } from "../ui/toasts";
import { NumberSetting, Row } from "./fields";
import { MoveFolder } from "./MoveFolder";
import { Panel } from "./Panel";

const w = strings.settings;

function Findings({ verification }: { verification: Verification }) {
  const { runs, recomputed, findings } = verification;
  if (findings.length === 0) {
    return (
      <p role="status" className="w-full text-xs text-good" data-testid="verified">
        {w.sound(runs, recomputed)}
      </p>
    );
  }
  return (
    <div role="status" className="w-full text-xs" data-testid="verified">
      <p className="text-bad">{w.findings(findings.length)}</p>
      <ul className="selectable mt-1 max-h-40 overflow-y-auto text-soft">
        {findings.map(({ run, what }) => (
          <li key={`${run} ${what}`}>
            {run ? (
              <a className="hover:underline" href={address("history", run)}>
                {w.finding(run, what)}
              </a>
            ) : (
              what
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function DataPart({ preferences }: { preferences: Preferences }) {
  const backend = useBackend();
  const client = useQueryClient();
  const change = useChangePreferences();
  const folder = useDataFolder().data;
  const reveal = useMutation({ mutationFn: () => backend.revealDataFolder() });
  const verify = useMutation({ mutationFn: () => backend.verifyHistory() });
  const backUp = useMutation({
    mutationFn: () => backend.backUpHistory(),
    onSuccess: (now) => {
      client.setQueryData(keys.dataFolder, now);
      note(w.backedUp);
    },
  });
  if (!folder) return null;
  const { path, taken, movable } = folder;
  const size = w.sizeLine(fileSize(taken.history_kib), taken.backups, fileSize(taken.backups_kib));
  return (
    <>
      <Panel>
        <Row label={w.folder}>
          <code className="selectable min-w-0 font-mono text-xs break-all" data-testid="data-path">
            {path}
          </code>
          <span className="flex w-full gap-2">
            <Button data-testid="reveal" onClick={() => reveal.mutateAsync()}>
              {w.reveal}
            </Button>
            <Button onClick={() => void copyAndSay(path)}>{w.copyPath}</Button>
          </span>
        </Row>
        <MoveFolder movable={movable} />
        <Row label={w.size} hint={w.backUpHint}>
          <span data-testid="data-size">{size}</span>
          <Button
            data-testid="back-up"
            disabled={backUp.isPending}
            onClick={() => backUp.mutateAsync()}
          >
            {backUp.isPending ? w.backingUp : w.backUp}
          </Button>
        </Row>
        <Row label={w.verify} hint={w.verifyHint}>
          <Button
            data-testid="verify"
            disabled={verify.isPending}
            onClick={() => verify.mutateAsync()}
          >
            {verify.isPending ? w.verifying : w.verify}
          </Button>
          {verify.data && !verify.isPending ? <Findings verification={verify.data} /> : null}
        </Row>
      </Panel>
      <Panel>
        <NumberSetting
          label={w.retention}
          hint={w.retentionHint}
          unit={w.days}
          testId="setting-retention"
          value={preferences.keep_deleted_days}
          onKeep={(keep_deleted_days) =>
            change(keep_deleted_days === null ? {} : { keep_deleted_days })
          }
        />
      </Panel>
    </>
  );
}
