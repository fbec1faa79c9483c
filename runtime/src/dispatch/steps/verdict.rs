//! Judges what is missing at the end: the end of the call, fields that are set, or a note.

use super::crew::Crew;
use super::miss::Miss;
use crate::dispatch::course::Stop;

/// What is told of an answer that lacks something.
pub(super) struct Found {
    /// Fields of the result that are set, each a name and JSON text.
    pub(super) set: Vec<(&'static str, &'static str)>,
    /// What is missing, a phrase each, in the order of the steps.
    pub(super) notes: Vec<String>,
}

impl Crew<'_> {
    /// Judges what is missing. The API's first no, in the order of the steps, comes before every other failure.
    ///
    /// # Errors
    /// [`Stop`] where the answer cannot do without something that is missing.
    pub(super) fn judge(&mut self) -> Result<Found, Stop> {
        self.misses.sort_by_key(|(turn, _)| *turn);
        let needed = self.misses.iter().enumerate();
        let needed = needed.filter(|(_, (turn, miss))| !self.does_without(*turn, miss));
        let mut needed: Vec<(usize, bool)> =
            needed.map(|(index, (_, miss))| (index, miss.is_denial())).collect();
        needed.sort_by_key(|(_, denial)| !denial);
        if let Some((first, _)) = needed.first() {
            let (turn, miss) = self.misses.swap_remove(*first);
            let name = self.steps.get(turn.step).map_or("", |step| step.name);
            return Err(miss.stop(self.route, name));
        }
        Ok(Found { set: self.set(), notes: self.notes() })
    }

    /// The fields that denied steps set.
    fn set(&self) -> Vec<(&'static str, &'static str)> {
        let denied = self.misses.iter().filter(|(_, miss)| miss.is_denial());
        let fields = denied.filter_map(|(turn, _)| self.steps.get(turn.step)?.if_denied);
        fields.flatten().copied().collect()
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        for (index, step) in self.steps.iter().enumerate() {
            let counts = self.counts.iter().find(|(step, ..)| *step == index);
            let (most, all) = counts.map_or((0, 0), |(_, most, all)| (*most, *all));
            if all > most {
                notes.push(format!("{}: only the first {most} of {all} rows", step.name));
            }
            let is_told = |miss: &Miss| step.if_denied.is_none() || !miss.is_denial();
            let mut told = self.misses.iter().filter(|(turn, miss)| turn.step == index && is_told(miss));
            let Some((turn, first)) = told.next() else { continue };
            let rows = turn.row.map(|_| format!(" for {} of {most} rows", told.count() + 1));
            notes.push(format!("{}: {}{}", step.name, first.phrase(), rows.unwrap_or_default()));
        }
        notes
    }
}
