import { Appeal } from '../../model/appeal.ts';
import { Case } from '../../model/case.ts';
import { Entry } from '../../model/entry.ts';
import { Report } from '../../model/report.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';

export const StoredCase = jsonOf(Case);

export const StoredReport = jsonOf(Report);

export const StoredEntry = jsonOf(Entry);

export const StoredAppeal = jsonOf(Appeal);
